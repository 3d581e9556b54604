import type { HistoryEvent, WholeCheck } from '../../shared/check-history/contract.ts'
import type { CheckState } from '../tent-check/ledger/check-state.ts'
import type { CheckEvent, Circumstances } from '../tent-check/ledger/events.ts'
import { type CheckFacts, factsOfEvents } from './facts.ts'
import { doneBy, labelOf, linesOf, type Names } from './lines.ts'
import { factOf } from './standings.ts'
import { monitorsOf, summaryOf } from './summaries.ts'

/** A check with all its events; without them where `state` is null: they cannot be folded. */
export function wholeCheckOf(
  row: CheckFacts['row'],
  state: CheckState | null,
  events: readonly CheckEvent[],
  names: Names,
): WholeCheck {
  if (state === null) {
    const facts = events.map(({ kind, netID }) => ({ kind, netID, tentId: null, outcome: null }))
    const nothing = { rulesVersion: null, calls: [], monitors: [], tents: [], events: [] }
    return { ...summaryOf({ row, start: null, facts }, names.people), ...nothing }
  }
  const check = factsOfEvents(row, events)
  const nameOf = (netID: string | null) => doneBy({ netID, by: '' }, names.people)
  return {
    ...summaryOf(check, names.people),
    rulesVersion: state.rules?.rulesVersion ?? null,
    calls: state.calls.map(({ call, at, netID }) => ({ call, at, by: nameOf(netID) })),
    monitors: monitorsOf([check], names.people),
    ...(state.isSeasonClosed ? { seasonClosed: true } : {}),
    tents: linesOf(state.tents, events, names),
    events: events.map((event) => historyEventOf(event, names)),
  }
}

function historyEventOf(event: CheckEvent, { people, tents }: Names): HistoryEvent {
  const { number, at, kind, deviceTime } = event
  const { tentId, outcome } = factOf(event)
  return {
    number,
    at,
    kind,
    by: doneBy(event, people),
    ...(tentId === null ? {} : { tentId: labelOf(tentId, tents).id }),
    ...(outcome === null ? {} : { outcome }),
    ...('names' in event ? { names: event.names } : {}),
    ...('call' in event ? { call: event.call } : {}),
    ...textIn(event, 'reason'),
    ...textIn(event, 'note'),
    ...(deviceTime === undefined ? {} : { deviceTime }),
    ...(event.kind === 'started' ? circumstancesIn(event) : {}),
  }
}

function circumstancesIn({ inGrace, offSeason, noChecks }: Circumstances): Circumstances {
  return {
    ...(inGrace && { inGrace }),
    ...(offSeason && { offSeason }),
    ...(noChecks && { noChecks }),
  }
}

/** The text that somebody wrote with this event, if any. */
function textIn(event: CheckEvent, field: 'reason' | 'note'): Pick<HistoryEvent, typeof field> {
  const text = Reflect.get(event, field)
  return typeof text === 'string' ? { [field]: text } : {}
}
