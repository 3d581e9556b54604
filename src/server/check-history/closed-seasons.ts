import type { ClosedSeason } from '../../shared/check-history/contract.ts'
import { composed } from '../../shared/composed.ts'
import type { CheckFacts } from './facts.ts'
import { standingsOf } from './standings.ts'

/**
 * A season that was closed: its name in the rules of that time, how many tents left the roster, and
 * the sequence of the last check that had begun before the closing; 0: there was none. `types`: those
 * of the tents at the closing, by every id; null: closed before they were kept.
 */
export type SeasonEnd = {
  name: string
  closedAt: Date
  tents: number
  lastSequence: number
  types: Record<string, string> | null
}

/** What a closed season came to, by its checks; `typeOf`: a tent's type by any of its ids. */
export function closedSeasonOf(
  { name, closedAt, tents }: Pick<SeasonEnd, 'name' | 'closedAt' | 'tents'>,
  checks: readonly CheckFacts[],
  typeOf: (tentId: string) => string,
): ClosedSeason {
  const types = new Map<string, { type: string; makes: number; misses: number }>()
  for (const { facts } of checks.filter(({ start }) => start !== null)) {
    for (const [tentId, { outcome }] of standingsOf(facts)) {
      if (outcome === 'none') continue
      const type = typeOf(tentId)
      const sums = types.get(type) ?? { type, makes: 0, misses: 0 }
      types.set(type, sums)
      if (outcome === 'make') sums.makes += 1
      else sums.misses += 1
    }
  }
  const byType = [...types.values()].sort((a, b) =>
    composed(a.type).localeCompare(composed(b.type)),
  )
  return { name, closedAt: closedAt.toISOString(), tents, checks: checks.length, byType }
}
