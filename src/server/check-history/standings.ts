import { eventKind } from '../../shared/tent-check/contract.ts'
import type { CheckEvent, StandingOutcome } from '../tent-check/ledger/events.ts'

const kinds = eventKind.anyOf.map(({ const: kind }): CheckEvent['kind'] => kind)

/** Is it a kind of event that can be folded? */
export function isKnownKind(kind: string): boolean {
  return kinds.some((known) => known === kind)
}

/** An event reduced to what decides how a tent stands. `tentId` null: it is about no tent. */
export type Fact = {
  kind: string
  netID: string | null
  tentId: string | null
  outcome: StandingOutcome | null
}

/** How a tent stands after all events about it; `mark` null: no mark stands. */
export type Standing<F extends Fact> = {
  outcome: StandingOutcome
  mark: F | null
  /** How often a mark of this tent was undone. */
  undone: number
  corrections: F[]
}

export function unmarked<F extends Fact>(): Standing<F> {
  return { outcome: 'none', mark: null, undone: 0, corrections: [] }
}

/** The fact of a ledger event, with the event itself. */
export function factOf(event: CheckEvent): Fact & { event: CheckEvent } {
  const { kind, netID } = event
  if (kind === 'corrected') {
    return { kind, netID, tentId: event.tentId, outcome: event.outcome, event }
  }
  if ('mark' in event) {
    return { kind, netID, tentId: event.mark.id, outcome: event.mark.outcome, event }
  }
  return { kind, netID, tentId: null, outcome: null, event }
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
  const { kind, outcome } = fact
  switch (kind) {
    case 'marked':
      return { mark: fact, outcome: outcome ?? 'none' }
    case 'undone':
      return { mark: null, outcome: 'none', undone: before.undone + 1 }
    case 'corrected':
      return { outcome: outcome ?? 'none', corrections: [...before.corrections, fact] }
    default:
      return {}
  }
}
