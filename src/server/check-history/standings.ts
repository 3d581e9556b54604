import type { StandingOutcome } from '../../shared/check-history/contract.ts'
import { type CheckEvent, changeOfTent, outcomeIn, tentOf } from '../tent-check/ledger/events.ts'

/** An event reduced to what decides how a tent stands. `tentId` null: it is about no tent. */
export type Fact = {
  kind: string
  netID: string | null
  tentId: string | null
  outcome: StandingOutcome | null
}

/** A `Fact` with the event itself. */
export type EventFact = Fact & { event: CheckEvent }

/**
 * How a tent stands after all events about it; `mark` null: no mark stands. `isCorrected`: the last
 * correction came after the last mark or undo, so the outcome is the correction's.
 */
export type Standing<F extends Fact> = {
  outcome: StandingOutcome
  mark: F | null
  /** How often a mark of this tent was undone. */
  undone: number
  corrections: F[]
  isCorrected: boolean
}

export function unmarked<F extends Fact>(): Standing<F> {
  return { outcome: 'none', mark: null, undone: 0, corrections: [], isCorrected: false }
}

export function factOf(event: CheckEvent): EventFact {
  const { kind, netID } = event
  return { kind, netID, tentId: tentOf(event), outcome: outcomeIn(event), event }
}

/** How the tents stand, by id; tents without events are missing. */
export function standingsOf<F extends Fact>(facts: readonly F[]): Map<string, Standing<F>> {
  const standings = new Map<string, Standing<F>>()
  for (const fact of facts) {
    if (fact.tentId === null) continue
    const before = standings.get(fact.tentId) ?? unmarked<F>()
    standings.set(fact.tentId, { ...before, ...changeBy(before, fact) })
  }
  return standings
}

function changeBy<F extends Fact>(before: Standing<F>, fact: F): Partial<Standing<F>> {
  const outcome = fact.outcome ?? 'none'
  switch (changeOfTent(fact.kind)) {
    case 'marks':
      return { mark: fact, outcome, isCorrected: false }
    case 'unmarks':
      return { mark: null, outcome: 'none', undone: before.undone + 1, isCorrected: false }
    case 'corrects':
      return { outcome, corrections: [...before.corrections, fact], isCorrected: true }
    case undefined:
      return {}
  }
}
