import { defaultRules } from '../../../shared/season/default-rules.ts'
import type { MarkFacts } from '../../../shared/tent-check/contract.ts'
import {
  type CheckEvent,
  type CheckedTent,
  type CheckRules,
  type EventOf,
  factsOf,
  type StandingOutcome,
  type TentResults,
} from './events.ts'

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

/** A check, as computed from its events. */
export type CheckState = {
  id: string
  /** The number of the last event; 0 without any. */
  number: number
  /** When that event was written, ISO 8601. */
  at: string | null
  /** The number of the last event that everyone is sent: the start, marks and undos. */
  publicNumber: number
  numCheckers: number
  startedBy: { name: string; netID: string }
  startedAt: string
  /** null: the ledger is older than the season's rules. */
  rules: CheckRules | null
  /** In the order fixed at the start. */
  tents: readonly CheckedTent[]
  /** The standing marks, by tent. */
  marks: ReadonlyMap<string, LedgerMark>
  /** Each tent's outcome by its last mark or correction; tents without either are missing. */
  outcomes: ReadonlyMap<string, StandingOutcome>
  lateMarks: readonly LedgerMark[]
  /** By name, in the order of excluding; after the end, those excluded at the end. */
  excluded: ReadonlyMap<string, Done>
  /** In order, without those that were undone. */
  calls: readonly Call[]
  ending: { how: 'ended' | 'cancelled'; at: string } | null
  /** It was reopened, and no tent was marked after that. */
  isJustReopened: boolean
  /** Its season is closed: changes to it do not affect tents of the next season. */
  isSeasonClosed: boolean
  /** Its events cannot be folded: its content is unknown, and it can only be cancelled. */
  isUnreadable: boolean
}

/** A check before its first event. */
function emptyCheck(id: string): CheckState {
  return {
    id,
    number: 0,
    at: null,
    publicNumber: 0,
    numCheckers: 0,
    startedBy: { name: '', netID: '' },
    startedAt: '',
    rules: null,
    tents: [],
    marks: new Map(),
    outcomes: new Map(),
    lateMarks: [],
    excluded: new Map(),
    calls: [],
    ending: null,
    isJustReopened: false,
    isSeasonClosed: false,
    isUnreadable: false,
  }
}

/**
 * Applies the next event. An event that is already included changes nothing; a gap or an unknown
 * kind is an error.
 */
export function fold(state: CheckState | null, event: CheckEvent): CheckState {
  if (state === null) {
    if (event.kind !== 'started') throw new Error('A check begins with its start')
    return begun(event)
  }
  if (event.checkId !== state.id) throw new Error('An event of another check does not follow')
  if (event.number <= state.number) return state
  if (event.number !== state.number + 1) {
    throw new Error(`Event ${event.number} does not follow ${state.number}`)
  }
  return { ...state, number: event.number, at: event.at, ...changeBy(state, event) }
}

/** One event, with its check before it (null: it begins with it) and after it. */
export type Step = { before: CheckState | null; event: CheckEvent; after: CheckState }

/** The same of events of one check in turn. */
export function stepsFrom(state: CheckState | null, events: readonly CheckEvent[]): Step[] {
  let before = state
  return events.map((event) => {
    const step = { before, event, after: fold(before, event) }
    before = step.after
    return step
  })
}

function begun(event: EventOf<'started'>): CheckState {
  return {
    ...emptyCheck(event.checkId),
    number: event.number,
    at: event.at,
    publicNumber: event.number,
    numCheckers: event.numCheckers,
    startedBy: { name: event.by, netID: event.netID ?? '' },
    startedAt: event.at,
    rules: rulesOf(event),
    tents: event.tents,
    isSeasonClosed: event.seasonClosed === true,
  }
}

function rulesOf(event: EventOf<'started'>): CheckRules | null {
  const { rulesVersion, period = null, clock, calls, closingMinutes } = event
  if (rulesVersion === undefined || clock === undefined) return null
  return {
    rulesVersion,
    period,
    clock,
    calls: calls ?? defaultRules.calls,
    closingMinutes: closingMinutes ?? defaultRules.closingMinutes,
  }
}

/** The changes by an event that directly follows the state. */
function changeBy(state: CheckState, event: CheckEvent): Partial<CheckState> {
  switch (event.kind) {
    case 'started':
      throw new Error('A check starts once')
    case 'marked':
      return {
        publicNumber: event.number,
        marks: new Map(state.marks).set(event.mark.id, markOf(event)),
        outcomes: new Map(state.outcomes).set(event.mark.id, event.mark.outcome),
        isJustReopened: false,
      }
    case 'undone':
      return {
        publicNumber: event.number,
        marks: without(state.marks, [event.mark.id]),
        outcomes: without(state.outcomes, [event.mark.id]),
      }
    case 'corrected':
      return { outcomes: new Map(state.outcomes).set(event.tentId, event.outcome) }
    case 'lateMark':
      return { lateMarks: [...state.lateMarks, markOf(event)] }
    case 'called': {
      const { call, closesAt, netID, at } = event
      return { calls: [...state.calls, { call, closesAt, netID, at }] }
    }
    case 'callUndone':
      return { calls: state.calls.filter(({ call }) => call !== event.call) }
    case 'excluded': {
      const excluded = new Map(state.excluded)
      const { netID, at } = event
      for (const name of event.names) if (!excluded.has(name)) excluded.set(name, { netID, at })
      return { excluded }
    }
    case 'included':
      return { excluded: without(state.excluded, event.names) }
    case 'ended':
    case 'cancelled':
      return { ending: { how: event.kind, at: event.at } }
    case 'reopened':
      return { publicNumber: event.number, ending: null, isJustReopened: true }
    default:
      throw unknownKind(event)
  }
}

/** For the ledger of a newer version; a kind that is not folded here does not compile. */
function unknownKind(event: never): Error {
  return new Error(`Events of the kind ${(event as CheckEvent).kind} are not known`)
}

function without<Value>(
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

/** How a tent of the check stands. */
export function outcomeOf(state: CheckState, tentId: string): StandingOutcome {
  return state.outcomes.get(tentId) ?? 'none'
}

/** How many members a tent of the check must show; null: no number is known. */
export function requiredIn(state: CheckState, tentId: string): number | null {
  return state.tents.find(({ id }) => id === tentId)?.required ?? null
}

/**
 * How many calls the check has, and how long it lasts after the last one, by the rules at its
 * start.
 */
export function callsOf({ rules }: CheckState): Pick<CheckRules, 'calls' | 'closingMinutes'> {
  return rules ?? defaultRules
}

/** The row of a check, which tells without folding whether the check is on. */
export type CheckRow = {
  id: string
  numCheckers: number
  /** By netID. */
  startedBy: string
  /** ISO 8601, as is `endedAt`. */
  startedAt: string
  endedAt: string | null
}

export function rowOf(state: CheckState): CheckRow {
  const { id, numCheckers, startedBy, startedAt, ending } = state
  return { id, numCheckers, startedBy: startedBy.netID, startedAt, endedAt: ending?.at ?? null }
}

/** A check whose events cannot be folded, with its last event. */
export function unreadableCheck(
  row: CheckRow,
  last: Pick<CheckEvent, 'number' | 'at'> | undefined,
): CheckState {
  return {
    ...emptyCheck(row.id),
    number: last?.number ?? 0,
    at: last?.at ?? null,
    numCheckers: row.numCheckers,
    startedBy: { name: '', netID: row.startedBy },
    startedAt: row.startedAt,
    isUnreadable: true,
  }
}

/** The tents without a standing mark, in order. */
export function remainingTents(state: CheckState): CheckedTent[] {
  return state.tents.filter((tent) => !state.marks.has(tent.id))
}

/**
 * Its last tent is marked, so phones, or else the server, end it. A check that was reopened without
 * any unmarked tent is ended by a person, who probably wants to undo something.
 */
export function endsByItself(state: CheckState): boolean {
  return !state.isUnreadable && !state.isJustReopened && remainingTents(state).length === 0
}
