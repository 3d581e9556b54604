import type { HistoryEvent } from '../../shared/check-history/contract.ts'

/**
 * Which call for absent tents an event made or took back (the first is 1), by the event's number.
 * `events`: in order, with all calls of the check.
 */
export function callNumbersOf(events: readonly HistoryEvent[]): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>()
  let standing = 0
  for (const { kind, number } of events) {
    if (kind === 'called') {
      standing += 1
      numbers.set(number, standing)
    }
    if (kind === 'callUndone') {
      numbers.set(number, standing)
      standing -= 1
    }
  }
  return numbers
}
