import type { Clock } from '../../shared/season/contract.ts'
import type { CheckRow } from '../tent-check/ledger/check-state.ts'
import { type CheckEvent, isKnownKind } from '../tent-check/ledger/events.ts'
import { type Fact, factOf } from './standings.ts'

/** The facts in a check's start event. */
export type StartFacts = {
  /** The first name of whoever started it. */
  by: string
  /** How many tents it began with. */
  tents: number
  period: string | null
  clock: Clock | null
  inGrace: boolean
  seasonClosed: boolean
}

/**
 * A check with only the facts that lists and statistics need. `start` null: its ledger cannot be
 * read.
 */
export type CheckFacts = {
  row: Pick<CheckRow, 'id' | 'startedBy' | 'startedAt' | 'endedAt'>
  start: StartFacts | null
  facts: readonly Fact[]
}

/** `CheckFacts` from a complete, readable ledger. */
export function factsOfEvents(row: CheckFacts['row'], events: readonly CheckEvent[]): CheckFacts {
  const [started] = events
  return {
    row,
    start: started?.kind === 'started' ? startOf(started) : null,
    facts: events.map(factOf),
  }
}

function startOf(started: CheckEvent & { kind: 'started' }): StartFacts {
  const { by, tents, period = null, clock = null, inGrace, seasonClosed } = started
  return {
    by,
    tents: tents.length,
    period,
    clock,
    inGrace: inGrace === true,
    seasonClosed: seasonClosed === true,
  }
}

/** Can these be folded? There must be one start, at the beginning, and no unknown kinds. */
export function isReadable(facts: readonly Fact[]): boolean {
  return facts.every(
    ({ kind }, place) => isKnownKind(kind) && (kind === 'started') === (place === 0),
  )
}
