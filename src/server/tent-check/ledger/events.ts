import type { MarkFacts } from '../../../shared/tent-check/contract.ts'
import type { Tent } from '../../../shared/tents/contract.ts'

/** A tent of a check: its checker page (from 0) and its members at the start, comma-separated. */
export type CheckedTent = {
  id: string
  groupIndex: number
  /** Absent once the season is closed, and in ledgers older than this field. */
  members?: string
}

/** A row of `tents`, retired ones and those that became another included. */
export type TentRow = Tent & {
  numberOfMisses: number
  retiredAt: Date | null
  /** The id by which the tent is known now; null: its own. */
  became: string | null
}

/** What a tent keeps of its last Miss and its last Make. */
export type TentResults = {
  numberOfMisses: number
  lastMissLM: string
  dateOfLastMiss: string
  lastCheck: string
  dateOfLastCheck: string
}

/**
 * What happened in a check. `number` grows by one within the check, from 1; `at` is the server's
 * clock in ISO 8601; `by` is the first name of whoever did it, `netID` null where the server did;
 * `requestId` is the client's own id of the command, `deviceTime` the client's clock.
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
  | { kind: 'started'; tents: CheckedTent[]; numCheckers: number }
  /** `lastCheck`: who was there, of a Make. `was`: the fields of the tent that the mark replaced. */
  | { kind: 'marked'; mark: MarkFacts; lastCheck?: string; was?: Partial<TentResults> }
  /** Meant for this check, sent when it was over: it counts nowhere. */
  | { kind: 'lateMark'; mark: MarkFacts; lastCheck?: string }
  | { kind: 'excluded' | 'included'; names: string[] }
  | { kind: 'ended' | 'cancelled' }
)

/** An event of one kind. */
export type EventOf<Kind extends CheckEvent['kind']> = CheckEvent & { kind: Kind }

/** A mark as the ledger has it. */
type LedgerMark = { number: number; netID: string | null; mark: MarkFacts }

/** A check as its events make it. */
export type CheckState = {
  id: string
  /** Of the last event folded in; 0 in a ledger without any. */
  number: number
  /** When that event was written, ISO 8601. */
  at: string | null
  /** Of the last event that everyone is told of: the start and the marks. */
  publicNumber: number
  numCheckers: number
  startedBy: { name: string; netID: string }
  startedAt: string
  /** In order, fixed at the start. */
  tents: readonly CheckedTent[]
  /** The standing marks, by tent. */
  marks: ReadonlyMap<string, LedgerMark>
  lateMarks: readonly LedgerMark[]
  /** In the order of excluding; those it had when it is over. */
  excluded: readonly string[]
  ending: { how: 'ended' | 'cancelled'; at: string } | null
  /** Its events cannot be folded: nothing is known of it, and it can only be cancelled. */
  isUnreadable: boolean
}

/**
 * One event more. An event that is already in changes nothing; one that leaves a gap, or of a
 * kind that is not known, is an error.
 */
export function fold(state: CheckState | null, event: CheckEvent): CheckState {
  if (state === null) {
    if (event.kind !== 'started') throw new Error('A check begins with its start')
    return {
      id: event.checkId,
      number: event.number,
      at: event.at,
      publicNumber: event.number,
      numCheckers: event.numCheckers,
      startedBy: { name: event.by, netID: event.netID ?? '' },
      startedAt: event.at,
      tents: event.tents,
      marks: new Map(),
      lateMarks: [],
      excluded: [],
      ending: null,
      isUnreadable: false,
    }
  }
  if (event.checkId !== state.id) throw new Error('An event of another check does not follow')
  if (event.number <= state.number) return state
  if (event.number !== state.number + 1) {
    throw new Error(`Event ${event.number} does not follow ${state.number}`)
  }
  return { ...state, number: event.number, at: event.at, ...changeBy(state, event) }
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
      }
    case 'lateMark':
      return { lateMarks: [...state.lateMarks, markOf(event)] }
    case 'excluded':
      return { excluded: [...new Set([...state.excluded, ...event.names])] }
    case 'included':
      return { excluded: state.excluded.filter((name) => !event.names.includes(name)) }
    case 'ended':
    case 'cancelled':
      return { ending: { how: event.kind, at: event.at } }
    default:
      throw new Error(`Events of the kind ${(event as CheckEvent).kind} are not known`)
  }
}

function markOf({ number, netID, mark }: EventOf<'marked' | 'lateMark'>): LedgerMark {
  return { number, netID, mark }
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
    id: row.id,
    number: last?.number ?? 0,
    at: last?.at ?? null,
    publicNumber: 0,
    numCheckers: row.numCheckers,
    startedBy: { name: '', netID: row.startedBy },
    startedAt: row.startedAt,
    tents: [],
    marks: new Map(),
    lateMarks: [],
    excluded: [],
    ending: null,
    isUnreadable: true,
  }
}

/** The tents without a standing mark, in order. */
export function remainingTents(state: CheckState): CheckedTent[] {
  return state.tents.filter((tent) => !state.marks.has(tent.id))
}
