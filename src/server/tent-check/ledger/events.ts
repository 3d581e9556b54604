import type { StandingOutcome } from '../../../shared/check-history/contract.ts'
import type { PublicEvent, ServerEvents } from '../../../shared/events.ts'
import type { Clock } from '../../../shared/season/contract.ts'
import { defaultRules } from '../../../shared/season/default-rules.ts'
import type { MarkFacts, Position, StoredMark } from '../../../shared/tent-check/contract.ts'
import type { WholeTent } from '../../../shared/tents/contract.ts'

/**
 * A tent of a check, with its checker page (from 0) and its members at the start, comma-separated.
 */
export type CheckedTent = {
  id: string
  groupIndex: number
  /** Missing once the season is closed, and in older ledgers. */
  members?: string
  /** How many members it must show; null: no number is known. Missing in older ledgers. */
  required?: number | null
}

/** The season's rules at the start, as far as a check needs them. */
export type CheckRules = {
  /** The version of the rules. */
  rulesVersion: number
  /** The period at the start; null outside of all periods. */
  period: string | null
  clock: Clock
  /** How often absent tents are called, and how long the check lasts after the last call. */
  calls: number
  closingMinutes: number
}

/** What was unusual about a start. */
export type Circumstances = { inGrace?: true; offSeason?: true; noChecks?: true }

/** A row of `tents`; also of retired tents and of those that became another. */
export type TentRow = WholeTent & {
  numberOfMisses: number
  retiredAt: Date | null
  /** The tent's new id if it became another; null: it did not. */
  became: string | null
}

/** A tent's fields about its last Miss and its last Make. */
export type TentResults = {
  numberOfMisses: number
  lastMissLM: string
  dateOfLastMiss: string
  lastCheck: string
  dateOfLastCheck: string
}

/** The cells that results change, of a record or a tent. */
export function resultCells(row: TentResults): TentResults {
  const { numberOfMisses, lastMissLM, dateOfLastMiss, lastCheck, dateOfLastCheck } = row
  return { numberOfMisses, lastMissLM, dateOfLastMiss, lastCheck, dateOfLastCheck }
}

/** What a mark stores besides the outcome. */
export type MarkDetails = {
  mark: StoredMark
  /** For a Make: the text in the tent's field about who was there. */
  lastCheck?: string
  /** The members counted. Missing for a Miss, and in older ledgers. */
  present?: string[]
  /** Their ids, if the members were named by id. */
  presentIds?: string[]
  /** The monitor's note. */
  note?: string
  /** How many members the tent had to show. Missing in older ledgers. */
  required?: number | null
}

/**
 * An event of a check. `number` counts from 1 within the check; `at`: the server's clock in ISO
 * 8601; `by`: the first name of who did it; `netID` null: the server; `requestId`: the client's own
 * id of the command; `deviceTime`: the client's clock.
 */
export type CheckEvent = {
  checkId: string
  number: number
  at: string
  by: string
  netID: string | null
  requestId?: string
  deviceTime?: string
} & (
  | ({
      kind: 'started'
      tents: CheckedTent[]
      numCheckers: number
      /** The people were removed when its season was closed. */
      seasonClosed?: true
    } & Partial<CheckRules> &
      Circumstances)
  /**
   * `was`: the tent's fields before the mark. `misses`: the change of its misses, by default 1 for
   * a Miss and otherwise 0; other values occur only after a correction. `already`: in the first of
   * several Misses made together, the ids of the tents marked before.
   */
  | ({
      kind: 'marked'
      was?: Partial<TentResults>
      misses?: number
      already?: string[]
    } & MarkDetails)
  /** A mark for this check that came after its end: it does not count. */
  | ({ kind: 'lateMark' } & MarkDetails)
  /** The mark of event `markNumber` was undone. */
  | ({ kind: 'undone'; mark: StoredMark; markNumber: number; reason?: string } & Restored)
  /** In a check that is over, the tent's outcome was changed from `from`. */
  | ({
      kind: 'corrected'
      tentId: string
      outcome: StandingOutcome
      from: StandingOutcome
      /** Missing once the season is closed. */
      reason?: string
    } & Restored)
  /** Absent tents were called; `closesAt` is null except for the last call. ISO 8601. */
  | { kind: 'called'; call: number; closesAt: string | null }
  /** That call, the latest one, was undone. */
  | { kind: 'callUndone'; call: number }
  | { kind: 'excluded' | 'included'; names: string[] }
  | { kind: 'ended' | 'cancelled' | 'reopened' }
)

/**
 * The effects of an undo or a correction on a tent: the change of its misses (-1, 0 or 1), and the
 * mark's own fields with their former values. Missing: no field changed.
 */
export type Restored = { misses: number; restored?: Partial<TentResults> }

/** An event of one kind. */
export type EventOf<Kind extends CheckEvent['kind']> = CheckEvent & { kind: Kind }

/** A mark with the details that the ledger holds. */
export type LedgerMark = Done & {
  number: number
  mark: MarkFacts
  /** For a Make: the tent's text about it at that time. */
  lastCheck?: string
  /** The tent's fields before the mark; missing if the ledger does not hold them. */
  was?: Partial<TentResults>
}

/** Who did something, and when; `netID` null: the server. */
export type Done = { netID: string | null; at: string }

/** A call for absent tents; the first call is 1. `closesAt` is null except for the last call. */
type Call = Done & { call: number; closesAt: string | null }

/** The part of a check's state that its events change by rules of their own. */
export type CheckProgress = {
  /** The standing marks, by tent. */
  marks: ReadonlyMap<string, LedgerMark>
  lateMarks: readonly LedgerMark[]
  /** By name, in the order of excluding; after the end, those excluded at the end. */
  excluded: ReadonlyMap<string, Done>
  /** How many names were excluded so far, also those that count again. */
  excludedInAll: number
  /** In order, without those that were undone. */
  calls: readonly Call[]
  ending: { how: 'ended' | 'cancelled'; at: string } | null
  /** The number of the event by which it was last reopened; 0: it never was. */
  lastReopening: number
}

/** A live event, without its position in the ledger, which every one of these has. */
type LiveMessage<Name extends keyof ServerEvents> = {
  [N in Name]: Parameters<ServerEvents[N]>[0] extends Position
    ? readonly [N, Omit<Parameters<ServerEvents[N]>[0], keyof Position>]
    : never
}[Name]

type Kind<Event> = {
  /** What it does to how its tent stands; by default nothing. */
  tent?: 'marks' | 'unmarks' | 'corrects'
  /** Visitors are told of it, too, so it counts for the position that they are sent. */
  isPublic?: true
  /** Notices follow from it: starts, endings and later changes. */
  hasNotices?: true
  changes?: (check: CheckProgress, event: Event) => Partial<CheckProgress>
  /** What pages are told. Missing: nothing, or what `announce.ts` has to read or to join first. */
  tells?: (
    event: Event,
    check: { rules: CheckRules | null },
  ) => { visitors?: LiveMessage<PublicEvent>; lineMonitors?: LiveMessage<keyof ServerEvents> }
}

/** Each kind of event: what it changes, and who is told what of it. */
const kinds: { [Name in CheckEvent['kind']]: Kind<EventOf<Name>> } = {
  started: { isPublic: true, hasNotices: true },
  marked: {
    tent: 'marks',
    isPublic: true,
    changes: ({ marks }, event) => ({
      marks: new Map(marks).set(event.mark.id, markOf(event)),
    }),
    tells: (event) => ({
      visitors: ['tentStatusUpdated', { id: event.mark.id }],
      lineMonitors: ['tentStatusUpdated', { id: event.mark.id, mark: factsOf(event) }],
    }),
  },
  undone: { tent: 'unmarks', isPublic: true },
  corrected: { tent: 'corrects', hasNotices: true },
  lateMark: {
    changes: ({ lateMarks }, event) => ({ lateMarks: [...lateMarks, markOf(event)] }),
  },
  called: {
    changes: ({ calls }, { call, closesAt, netID, at }) => ({
      calls: [...calls, { call, closesAt, netID, at }],
    }),
    tells: ({ call, at, closesAt }, check) => ({
      lineMonitors: ['checkCalled', { call, calls: callsOf(check).calls, at, closesAt }],
    }),
  },
  callUndone: {
    changes: ({ calls }, event) => ({ calls: calls.filter(({ call }) => call !== event.call) }),
    tells: ({ call }) => ({ lineMonitors: ['checkCallUndone', { call }] }),
  },
  excluded: {
    changes({ excluded, excludedInAll }, { names, netID, at }) {
      const news = names.filter((name) => !excluded.has(name))
      return {
        excluded: new Map([...excluded, ...news.map((name) => [name, { netID, at }] as const)]),
        excludedInAll: excludedInAll + names.length,
      }
    },
  },
  included: {
    changes: ({ excluded }, { names }) => ({ excluded: without(excluded, names) }),
  },
  ended: { hasNotices: true, changes: (_, { at }) => ({ ending: { how: 'ended', at } }) },
  cancelled: { hasNotices: true, changes: (_, { at }) => ({ ending: { how: 'cancelled', at } }) },
  reopened: {
    isPublic: true,
    hasNotices: true,
    changes: (_, { number }) => ({ ending: null, lastReopening: number }),
  },
}

/** Is it a kind that this version knows? The ledger of a newer one may hold others. */
export function isKnownKind(kind: string): kind is CheckEvent['kind'] {
  return Object.hasOwn(kinds, kind)
}

/** The kinds that notices follow from. */
export const kindsWithNotices = Object.entries(kinds).flatMap(([kind, { hasNotices }]) =>
  hasNotices ? [kind as CheckEvent['kind']] : [],
)

/** The entry of its kind. */
export function kindOf(event: CheckEvent): Kind<CheckEvent> {
  return kinds[event.kind] as Kind<CheckEvent>
}

/** What an event of this kind does to how its tent stands. */
export function changeOfTent(kind: string): Kind<CheckEvent>['tent'] {
  return isKnownKind(kind) ? kinds[kind].tent : undefined
}

/** The map without these keys. */
export function without<Value>(
  map: ReadonlyMap<string, Value>,
  keys: readonly string[],
): ReadonlyMap<string, Value> {
  const left = new Map(map)
  for (const key of keys) left.delete(key)
  return left
}

function markOf(event: EventOf<'marked' | 'lateMark'>): LedgerMark {
  const { number, netID, at, lastCheck } = event
  const was = event.kind === 'marked' ? event.was : undefined
  return {
    number,
    netID,
    at,
    mark: factsOf(event),
    ...(lastCheck === undefined ? {} : { lastCheck }),
    ...(was === undefined ? {} : { was }),
  }
}

/**
 * How many calls the check has, and how long it lasts after the last one, by the rules at its
 * start.
 */
export function callsOf({
  rules,
}: {
  rules: CheckRules | null
}): Pick<CheckRules, 'calls' | 'closingMinutes'> {
  return rules ?? defaultRules
}

/** The id, in the check, of the tent that an event is about; null: none. */
export function tentOf(event: CheckEvent): string | null {
  if (event.kind === 'corrected') return event.tentId
  return 'mark' in event ? event.mark.id : null
}

/** The outcome that an event names; null: none. */
export function outcomeIn(event: CheckEvent): StandingOutcome | null {
  if (event.kind === 'corrected') return event.outcome
  return 'mark' in event ? event.mark.outcome : null
}

/** How a tent was marked, as sent to line monitors. */
export function factsOf({
  number,
  netID,
  mark,
  present = [],
  required = null,
}: Pick<
  EventOf<'marked' | 'lateMark'>,
  'number' | 'netID' | 'mark' | 'present' | 'required'
>): MarkFacts {
  return { ...mark, netID, present, required, number }
}

/** The part of it that another event, or the audit, keeps: without members. */
export function storedOf({ netID, present, required, number, ...mark }: MarkFacts): StoredMark {
  return mark
}
