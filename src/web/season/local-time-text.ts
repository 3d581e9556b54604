import { dateText } from '../../shared/date-text.ts'
import { localTimeOf } from '../../shared/season/local-time.ts'
import { zoneText } from '../ui/times.ts'

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

/** ` Eastern`: the season's zone, where a clock of `deviceZone` shows another time at that moment; else ''. */
export function zoneWhereOther(timeZone: string, deviceZone: string, at: number): string {
  const isSame = localTimeOf(at, timeZone) === localTimeOf(at, deviceZone)
  return isSame ? '' : ` ${zoneText(timeZone)}`
}
