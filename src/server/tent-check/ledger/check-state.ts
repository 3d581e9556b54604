import type { StandingOutcome } from '../../../shared/check-history/contract.ts'
import { defaultRules } from '../../../shared/season/default-rules.ts'
import {
  type CheckEvent,
  type CheckedTent,
  type CheckProgress,
  type CheckRules,
  changeOfTent,
  type EventOf,
  isKnownKind,
  kindOf,
  outcomeIn,
  tentOf,
  without,
} from './events.ts'

/** A check, as computed from its events. */
export type CheckState = CheckProgress & {
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
  /** Each tent's outcome by its last mark or correction; tents without either are missing. */
  outcomes: ReadonlyMap<string, StandingOutcome>
  /** Its season is closed: changes to it do not affect tents of the next season. */
  isSeasonClosed: boolean
  /** Its events cannot be folded: its content is unknown, and it can only be cancelled. */
  isUnreadable: boolean
}

/** A check that ended or was cancelled. */
export type OverCheck = CheckState & { ending: NonNullable<CheckState['ending']> }

export function isOver(state: CheckState): state is OverCheck {
  return state.ending !== null
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
    excludedInAll: 0,
    calls: [],
    ending: null,
    lastReopening: 0,
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
    if (event.kind !== 'started' || !Array.isArray(event.tents)) {
      throw new Error('A check begins with its start and its tents')
    }
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

/** The steps of events of one check, in turn. `state`: the check before them. */
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
  if (event.kind === 'started') throw new Error('A check starts once')
  if (!isKnownKind(event.kind)) throw new Error(`Events of the kind ${event.kind} are not known`)
  const { isPublic, changes } = kindOf(event)
  return {
    ...(isPublic ? { publicNumber: event.number } : {}),
    ...standingBy(state, event),
    ...changes?.(state, event),
  }
}

/** How the tent of an event stands by it. */
function standingBy({ marks, outcomes }: CheckState, event: CheckEvent): Partial<CheckState> {
  const id = tentOf(event) ?? ''
  switch (changeOfTent(event.kind)) {
    case 'unmarks':
      return { marks: without(marks, [id]), outcomes: without(outcomes, [id]) }
    case 'marks':
    case 'corrects':
      return { outcomes: new Map(outcomes).set(id, outcomeIn(event) ?? 'none') }
    case undefined:
      return {}
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
  const { isUnreadable, marks, lastReopening } = state
  if (isUnreadable || remainingTents(state).length > 0) return false
  return [...marks.values()].some(({ number }) => number > lastReopening)
}
