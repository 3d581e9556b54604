import type { TentRecord } from '../../shared/check-history/contract.ts'
import { groupedBy } from '../../shared/grouped.ts'
import type { SeasonRules } from '../../shared/season/contract.ts'
import { isSamePeriod } from '../../shared/season/rules.ts'
import type { CheckEvent } from '../tent-check/ledger/events.ts'
import { factOf, standingsOf } from './standings.ts'
import type { CheckOfTent } from './store.ts'

/**
 * The numbers of Misses that a tent's checks let one expect in the roster's column. `checks`: also
 * the one that is on, because its Misses are in the column already. Those of a closed season are
 * not: closing it emptied the column.
 */
export function missesExplained(
  checks: readonly CheckOfTent[],
  events: readonly CheckEvent[],
  rules: SeasonRules,
  now: Date,
): NonNullable<TentRecord['explained']> {
  const byCheck = groupedBy(events, ({ checkId }) => checkId)
  const missed = checks.filter(({ checkId, tent, isSeasonClosed }) => {
    const facts = (byCheck.get(checkId) ?? []).map(factOf)
    return !isSeasonClosed && standingsOf(facts).get(tent.id)?.outcome === 'miss'
  })
  const ofPeriod = missed.filter(({ startedAt }) =>
    isSamePeriod(rules, startedAt.getTime(), now.getTime()),
  )
  return { least: ofPeriod.length, most: missed.length }
}
