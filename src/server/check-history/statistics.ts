import type { CheckStatistics } from '../../shared/check-history/contract.ts'
import { minutesOf } from '../../shared/check-history/minutes.ts'
import { localTimeOf, weekdayOf } from '../../shared/season/local-time.ts'
import type { CheckFacts } from './facts.ts'
import type { Names } from './lines.ts'
import { countsOf, monitorsOf } from './summaries.ts'

/** Statistics of these past checks, which are in the order of their starts. */
export function statisticsOf(
  checks: readonly CheckFacts[],
  people: Names['people'],
  timeZone: string,
): CheckStatistics {
  const begins = checks.map(({ row }) => localTimeOf(Date.parse(row.startedAt), timeZone))
  const minutes = checks.flatMap(({ row: { startedAt, endedAt } }) =>
    endedAt === null ? [] : [minutesOf({ startedAt, endedAt })],
  )
  return {
    checks: checks.length,
    byHour: countsByPlace(
      24,
      begins.map((begin) => Number(begin.slice(11, 13))),
    ),
    byWeekday: countsByPlace(7, begins.map(weekdayOf)),
    minutes: { median: quantile(minutes, 0.5), p90: quantile(minutes, 0.9) },
    monitors: monitorsOf(checks, people),
    missRate: missRateOf(checks),
  }
}

/** How often each place occurs. */
function countsByPlace(size: number, places: readonly number[]): number[] {
  const counts = Array.from({ length: size }, () => 0)
  for (const place of places) counts[place] = (counts[place] ?? 0) + 1
  return counts
}

/** The quantile `share` of these values, with linear interpolation; null: there are no values. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)]
  const above = sorted[Math.ceil(place)]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (place - Math.floor(place))
}

type MissRate = CheckStatistics['missRate'][number]

function missRateOf(checks: readonly CheckFacts[]): MissRate[] {
  const rates = new Map<string, MissRate>()
  for (const check of checks) {
    if (check.start === null) continue
    const { period, clock } = check.start
    const key = JSON.stringify([period, clock])
    const { marks, misses: before } = rates.get(key) ?? { marks: 0, misses: 0 }
    const { makes, misses } = countsOf(check)
    rates.set(key, { period, clock, marks: marks + makes + misses, misses: before + misses })
  }
  return [...rates.values()]
}
