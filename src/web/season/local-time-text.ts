import { dateText } from '../../shared/date-text.ts'
import { instantOf } from '../../shared/season/local-time.ts'
import { zoneWhereOther } from '../ui/times-zone.ts'

const inWords = dateText({
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** `2026-01-28T07:00` as `Wed, Jan 28, 2026, 7:00 AM`; other texts are not changed. */
export function localTimeText(localTime: string): string {
  const ms = Date.parse(`${localTime}Z`)
  return Number.isNaN(ms) ? localTime : inWords(ms)
}

/** As `localTimeText`, with the zone where a clock of `deviceZone` shows another time then. */
export function textInZone(localTime: string, timeZone: string, deviceZone: string): string {
  const at = instantOf(localTime, timeZone)
  return localTimeText(localTime) + zoneWhereOther(timeZone, deviceZone, at)
}
