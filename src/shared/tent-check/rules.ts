import type { RefusalCode } from '../messages.ts'
import type { MarkFacts, Outcome } from './contract.ts'

/** Where a tent stands in a check: its checker page counts from 0. */
export type CheckedTent = { id: string; groupIndex: number }

/**
 * What happened in a check. `number` grows by one within the check, from 1. `by` is the first
 * name of whoever did it, `at` the server's clock in ISO 8601.
 */
export type CheckEvent = { checkId: string; number: number; at: string; by: string } & (
  | { kind: 'started'; tents: CheckedTent[]; numCheckers: number }
  | { kind: 'marked'; mark: MarkFacts }
  | { kind: 'lateMark'; mark: MarkFacts }
  | { kind: 'excluded' | 'included'; names: string[] }
  | { kind: 'ended' | 'cancelled' }
)

/** A check as its events make it. */
export type CheckState = {
  id: string
  /** Of the last event folded in. */
  number: number
  /** Of the last event that everyone is told of: the start and the marks. */
  publicNumber: number
  numCheckers: number
  startedBy: string
  startedAt: string
  /** In order, fixed at the start. */
  tents: CheckedTent[]
  marks: ReadonlyMap<string, MarkFacts>
  /** In the order of excluding. */
  excluded: string[]
  ending: 'ended' | 'cancelled' | null
}

/**
 * One event more. An event that is already in changes nothing; one that leaves a gap is a fault
 * of the caller, who must bring what is missing first.
 */
export function fold(state: CheckState | null, event: CheckEvent): CheckState {
  if (state === null) {
    if (event.kind !== 'started') throw new Error('A check begins with its start')
    return {
      id: event.checkId,
      number: event.number,
      publicNumber: event.number,
      numCheckers: event.numCheckers,
      startedBy: event.by,
      startedAt: event.at,
      tents: event.tents,
      marks: new Map(),
      excluded: [],
      ending: null,
    }
  }
  if (event.checkId !== state.id) throw new Error('An event of another check does not follow')
  if (event.number <= state.number) return state
  if (event.number !== state.number + 1) {
    throw new Error(`Event ${event.number} does not follow ${state.number}`)
  }
  const { number } = event
  switch (event.kind) {
    case 'marked': {
      const marks = new Map(state.marks).set(event.mark.id, event.mark)
      return { ...state, number, publicNumber: number, marks }
    }
    case 'excluded': {
      const excluded = [...new Set([...state.excluded, ...event.names])]
      return { ...state, number, excluded }
    }
    case 'included':
      return {
        ...state,
        number,
        excluded: state.excluded.filter((name) => !event.names.includes(name)),
      }
    case 'ended':
    case 'cancelled':
      return { ...state, number, excluded: [], ending: event.kind }
    case 'started':
    case 'lateMark':
      return { ...state, number }
  }
}

/** The tents that nobody has marked yet, in order. */
export function remainingTents(state: CheckState): CheckedTent[] {
  return state.tents.filter((tent) => !state.marks.has(tent.id))
}

export type MarkRequest = { tentId: string; outcome: Outcome; checkId?: string | undefined }

export type MarkDecision =
  | { do: 'record' }
  /** A colleague said the same before: their mark is the answer. */
  | { do: 'repeat'; mark: MarkFacts }
  | { do: 'refuse'; code: RefusalCode; mark?: MarkFacts }
  /** Meant for a check that is over: counts nowhere, but is kept. */
  | { do: 'keepAsLate'; checkId: string }

/** What becomes of a mark (null: there was no check). A tent is marked once in a check. */
export function decideMark(latest: CheckState | null, request: MarkRequest): MarkDecision {
  const state = latest?.ending === null ? latest : null
  if (request.checkId !== undefined && request.checkId.toLowerCase() !== state?.id) {
    return { do: 'keepAsLate', checkId: request.checkId.toLowerCase() }
  }
  if (state === null) return { do: 'refuse', code: 'noCheck' }
  if (!state.tents.some((tent) => tent.id === request.tentId)) {
    return { do: 'refuse', code: 'tentNotInCheck' }
  }
  const mark = state.marks.get(request.tentId)
  if (mark === undefined) return { do: 'record' }
  if (mark.outcome === request.outcome) return { do: 'repeat', mark }
  return { do: 'refuse', code: 'markedOtherwise', mark }
}

/**
 * The members a Make stores: those chosen who belong to the tent and are not excluded, in the
 * roster's order, as often as chosen (two of one tent may share a name).
 */
export function membersPresent(chosen: string[], roster: string[], excluded: string[]): string[] {
  const left = new Map<string, number>()
  for (const name of chosen) left.set(name, (left.get(name) ?? 0) + 1)
  return roster.filter((name) => {
    const count = left.get(name) ?? 0
    left.set(name, count - 1)
    return count > 0 && !excluded.includes(name)
  })
}

export type NamesChange = { add: string[]; remove: string[] }

/** What leads from one list of names to another, each in its own list's order. */
export function changeOfNames(from: string[], to: string[]): NamesChange {
  const before = new Set(from)
  const after = new Set(to)
  return {
    add: [...after].filter((name) => !before.has(name)),
    remove: [...before].filter((name) => !after.has(name)),
  }
}

/** A list of names that a sender has sent or been told, and when, in milliseconds. */
export type KnownList = { names: string[]; at: number }

/** For how long after it was told a list may not have reached its sender yet. */
const onTheWayMs = 1000

/**
 * What a sender of a bare list means by it: the difference from the list it last had, the newest
 * of those it has sent or been told (`known`, newest last; at first the empty list). Only where
 * that one is so new that it may have crossed the sender's own on the way, an older one may be
 * what the sender started from: then it is the one that differs least, as a person changes a few
 * names at a time, the newest of equals, and not one that differs in nothing.
 */
export function intendedChange(list: string[], known: KnownList[], now: number): NamesChange {
  const size = (change: NamesChange) => change.add.length + change.remove.length
  const isShown = (index: number) => {
    const next = known[index + 1]
    return next === undefined || now - next.at <= onTheWayMs
  }
  const changes = known
    .filter((_, index) => isShown(index))
    .map(({ names }) => changeOfNames(names, list))
    .filter((change) => size(change) > 0)
  const least = Math.min(...changes.map(size))
  return changes.findLast((change) => size(change) === least) ?? { add: [], remove: [] }
}
