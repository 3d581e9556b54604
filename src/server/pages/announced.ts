import { dayMs } from '../../shared/durations.ts'
import type { AskedAnnouncement } from '../../shared/pages/contract.ts'
import { Refusal } from '../http/refusal.ts'
import { timeField } from '../http/time-field.ts'

const longestMs = 366 * dayMs

/**
 * The time in which an announcement is shown, or a refusal that names the wrong field. `begins`:
 * the default start.
 */
export function timesOf(asked: AskedAnnouncement, begins: Date, now: Date) {
  const from =
    asked.from === undefined ? begins : timeField('announcementInvalid', 'from', asked.from)
  const until = timeField('announcementInvalid', 'until', asked.until)
  if (until <= from || until <= now) throw invalid('until must be after from, and after now.')
  if (until.getTime() - from.getTime() > longestMs) {
    throw invalid('until must be at most a year after from.')
  }
  return { from, until }
}

function invalid(text: string): Refusal {
  return new Refusal('announcementInvalid', { text })
}
