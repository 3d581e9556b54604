import type { Season } from '../../shared/season/contract.ts'
import { localTimeOf } from '../../shared/season/local-time.ts'
import { isWithoutChecks } from '../../shared/season/without-checks.ts'
import { nearMomentText } from '../ui/near-moment.ts'
import { zoneWhereOther } from '../ui/times-zone.ts'
import { localTimeText } from './local-time-text.ts'

/**
 * Reasons not to start a check now, in sentences; it can be started all the same. The season's zone
 * is named where a clock of `deviceZone` shows another time.
 */
export function startNotes(
  { inSeason, now, periods, timeZone }: Season,
  deviceZone: string,
): string[] {
  const period = periods.find(({ name }) => name === now.period)
  const notes: string[] = []
  if (!inSeason) notes.push('It is off season.')
  if (period && isWithoutChecks(period)) {
    notes.push(`It is ${period.name}, a period without checks.`)
  }
  if (now.grace) {
    const ends = Date.parse(now.grace.until)
    const until = localTimeText(localTimeOf(ends, timeZone))
    const zone = zoneWhereOther(timeZone, deviceZone, ends)
    notes.push(`There is grace until ${until}${zone}: ${now.grace.reason.replace(/\.$/, '')}.`)
  }
  return notes
}

/**
 * The season as it was asked for, at a later instant, in milliseconds since 1970: without grace that
 * is over by then.
 */
export function withoutPastGrace(season: Season, at: number): Season {
  const { grace } = season.now
  if (grace === null || Date.parse(grace.until) > at) return season
  return { ...season, now: { ...season.now, grace: null } }
}

/**
 * `Grace until 3:16 AM`, on another day `Grace until Fri, Feb 6, 3:16 AM`; null: there is none. The season's zone is named where a clock of
 * `deviceZone` shows another time; without it, to tell the tents, who live in that zone, it is not.
 */
export function graceText(season: Season, deviceZone = season.timeZone): string | null {
  const end = graceEndText(season, deviceZone)
  return end && `Grace until ${end}`
}

/** As `graceText`, without the words: `3:16 AM`. */
export function graceEndText({ now, timeZone }: Season, deviceZone: string): string | null {
  if (now.grace === null) return null
  const { until } = now.grace
  return (
    nearMomentText(until, Date.parse(now.at), timeZone) +
    zoneWhereOther(timeZone, deviceZone, Date.parse(until))
  )
}
