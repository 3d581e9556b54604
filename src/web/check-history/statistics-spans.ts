import type { ClosedSeason } from '../../shared/check-history/contract.ts'
import type { Span } from './use-statistics.ts'

/** `key`: two seasons may have one name. */
export type NamedSpan = Span & { key: string; text: string }

export const sinceTheFirst: NamedSpan = { key: '', text: 'Since the first check' }

/**
 * What statistics can be asked of: all, the last days, and, once a season is closed, the one that
 * is on and each closed one; a season begins where the one before it was closed. `closed`: newest
 * first.
 */
export function statisticsSpans(
  closed: readonly Pick<ClosedSeason, 'name' | 'closedAt'>[],
): NamedSpan[] {
  const [last] = closed
  return [
    sinceTheFirst,
    ...(last ? [{ key: 'this', text: 'This season', from: last.closedAt }] : []),
    { key: '30', text: 'The last 30 days', days: 30 },
    { key: '7', text: 'The last 7 days', days: 7 },
    ...closed.map(({ name, closedAt }, place) => {
      const before = closed[place + 1]
      const span = { to: closedAt, ...(before && { from: before.closedAt }) }
      return { key: closedAt, text: `Season ${name}`, ...span }
    }),
  ]
}
