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

/** A mark as the ledger has it. */
export type LedgerMark = Done & {
  number: number
  mark: MarkFacts
  /** Of a Make: what the tent's field said then. */
  lastCheck?: string
  /** The fields of the tent that the mark replaced; absent where the ledger does not keep them. */
  was?: Partial<TentResults>
}

/** Who did something, and when; `netID` null: the server. */
export type Done = { netID: string | null; at: string }

/** Absent tents were called: the first call is 1. `closesAt` null but for the last call. */
type Call = Done & { call: number; closesAt: string | null }

/** A check as its events make it. */
export type CheckState = {
  id: string
  /** Of the last event folded in; 0 in a ledger without any. */
  number: number
  /** When that event was written, ISO 8601. */
  at: string | null
  /** Of the last event that everyone is told of: the start, the marks and those taken back. */
  publicNumber: number
  numCheckers: number
  startedBy: { name: string; netID: string }
  startedAt: string
  /** Null where the ledger is older than the season's rules. */
  rules: CheckRules | null
  /** In order, fixed at the start. */
  tents: readonly CheckedTent[]
  /** The standing marks, by tent. */
  marks: ReadonlyMap<string, LedgerMark>
  /** How tents stand, by their last mark or correction; a tent that has neither is not in it. */
  outcomes: ReadonlyMap<string, StandingOutcome>
  lateMarks: readonly LedgerMark[]
  /** By name, in the order of excluding; those it had when it is over. */
  excluded: ReadonlyMap<string, Done>
  /** In order; those that were taken back are not among them. */
  calls: readonly Call[]
  ending: { how: 'ended' | 'cancelled'; at: string } | null
  /** It was reopened, and no tent was marked since. */
  isJustReopened: boolean
  /** Its season is closed: what is said of it now moves no tent of the next one. */
  isSeasonClosed: boolean
  /** Its events cannot be folded: nothing is known of it, and it can only be cancelled. */
  isUnreadable: boolean
}

/** A check of which nothing is known yet. */
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
 * One event more. An event that is already in changes nothing; one that leaves a gap, or of a
 * kind that is not known, is an error.
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

/** What an event changes in the state that it follows. */
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

/** Of a ledger that a newer version wrote; an event that is not folded does not compile. */
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

/** How many calls the check has, and how long it goes on after the last, by the rules it began under. */
export function callsOf({ rules }: CheckState): Pick<CheckRules, 'calls' | 'closingMinutes'> {
  return rules ?? defaultRules
}

/** The row of a check beside its ledger, which says without folding whether one is on. */
export type CheckRow = {
  id: string
  numCheckers: number
  /** By netID. */
  startedBy: string
  /** ISO 8601, as `endedAt`. */
  startedAt: string
  endedAt: string | null
}

export function rowOf(state: CheckState): CheckRow {
  const { id, numCheckers, startedBy, startedAt, ending } = state
  return { id, numCheckers, startedBy: startedBy.netID, startedAt, endedAt: ending?.at ?? null }
}

/** A check whose events cannot be folded, with the last of them. */
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
 * Its last tent was marked, so phones, and at last the server, end it. A check that was reopened
 * with no tent left is a person's to end: they have something to take back.
 */
export function endsByItself(state: CheckState): boolean {
  return !state.isUnreadable && !state.isJustReopened && remainingTents(state).length === 0
}
