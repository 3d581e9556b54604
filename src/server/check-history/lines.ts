import type { Person } from '../../shared/accounts/contract.ts'
import type { CheckLine, StandingOutcome } from '../../shared/check-history/contract.ts'
import type { CheckEvent, CheckedTent } from '../tent-check/ledger/events.ts'
import { type EventFact, factOf, type Standing, standingsOf, unmarked } from './standings.ts'
import type { TentLabel } from './store.ts'

/** Names of people by netID and labels of tents by id, which the ledger does not hold. */
export type Names = {
  people: ReadonlyMap<string, string>
  tents: ReadonlyMap<string, TentLabel>
}

/** Who did it, by the account's name, else by the first name in the event; null: the server. */
export function doneBy(
  { netID, by }: Pick<CheckEvent, 'netID' | 'by'>,
  people: Names['people'],
): Person | null {
  return netID === null ? null : { netID, name: people.get(netID) ?? by }
}

export function labelOf(id: string, labels: Names['tents']): TentLabel {
  return labels.get(id) ?? { id, order: '', name: '' }
}

/** One line for each of these tents, in their order, by the check's events. */
export function linesOf(
  tents: readonly CheckedTent[],
  events: readonly CheckEvent[],
  names: Names,
): CheckLine[] {
  const standings = standingsOf(events.map(factOf))
  return tents.map((tent) => lineOf(tent, standings.get(tent.id) ?? unmarked(), names))
}

function lineOf(tent: CheckedTent, standing: Standing<EventFact>, names: Names): CheckLine {
  const { mark, undone, outcome } = standing
  return {
    ...labelOf(tent.id, names.tents),
    outcome,
    marked: markedAs(standing),
    by: mark && doneBy(mark.event, names.people),
    at: mark?.event.at ?? null,
    present: presentAt(standing),
    required: tent.required ?? null,
    undone,
    corrections: correctionsOf(standing).map((event) => ({
      outcome: event.outcome,
      by: doneBy(event, names.people),
      at: event.at,
      reason: event.reason ?? '',
    })),
  }
}

/** The outcome of the mark that stands, before corrections; `none` without one. */
export function markedAs({ mark }: Standing<EventFact>): StandingOutcome {
  return mark?.outcome ?? 'none'
}

/** The members counted by the mark that stands. */
export function presentAt({ mark }: Standing<EventFact>): string[] {
  return mark?.event.kind === 'marked' ? (mark.event.present ?? []) : []
}

export function correctionsOf({ corrections }: Standing<EventFact>) {
  return corrections.flatMap(({ event }) => (event.kind === 'corrected' ? [event] : []))
}
