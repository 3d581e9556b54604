import type { HistoryEvent } from '../../shared/check-history/contract.ts'

/**
 * The events of a check that matter for one tent: those about it, the calls, start and end, and
 * what its monitors marked directly before and after it.
 */
export function eventsAround(events: readonly HistoryEvent[], tentId: string): HistoryEvent[] {
  const shown = new Set<HistoryEvent>()
  for (const event of events) {
    const isOfAll = event.tentId === undefined && event.kind !== 'excluded'
    if (event.tentId === tentId || (isOfAll && event.kind !== 'included')) shown.add(event)
  }
  for (const event of events) {
    if (event.kind !== 'marked' || event.tentId !== tentId) continue
    const own = events.filter(({ kind, by }) => kind === 'marked' && by?.netID === event.by?.netID)
    const place = own.indexOf(event)
    for (const beside of [own[place - 1], own[place + 1]]) if (beside) shown.add(beside)
  }
  return events.filter((event) => shown.has(event))
}
