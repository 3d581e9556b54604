import { momentText } from '../../shared/date-text.ts'
import { localDayOf, localTimeOf } from '../../shared/season/local-time.ts'
import { clockText } from './time-words.ts'

/**
 * A moment in a time zone: `11:59 PM`; on another day than `now` (in milliseconds since 1970),
 * `Thu, Jan 29, 11:59 PM`.
 */
export function nearMomentText(moment: string, now: number, timeZone: string): string {
  const at = Date.parse(moment)
  const local = localTimeOf(at, timeZone)
  const isToday = local.slice(0, 10) === localDayOf(now, timeZone)
  return isToday ? clockText(local.slice(11)) : momentText(at, timeZone)
}
