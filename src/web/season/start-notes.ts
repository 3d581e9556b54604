import type { Season } from '../../shared/season/contract.ts'
import { localTimeOf } from '../../shared/season/local-time.ts'
import { seasonNow } from '../../shared/season/rules.ts'
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
 * What the rules of this answer say at a later instant, in milliseconds since 1970. Of graces it knows
 * only the one that held when it was asked for.
 */
export function seasonAt(season: Season, at: number): Season {
  const { grace } = season.now
  // A device's clock may be set back meanwhile.
  const instant = Math.max(at, Date.parse(season.now.at))
  return { ...season, now: seasonNow(season, grace === null ? [] : [grace], instant) }
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
