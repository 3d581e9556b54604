import type { Availability } from '../../../shared/shifts/tent-shifts.ts'
import { dayRunsText } from '../painter/words.ts'
import { dayText } from '../words/time-words.ts'
import { dayOf } from './answer.ts'

/** The new availability of each changed day: `Mon Jan 26: 1:00–7:00 AM available`. */
export function changeLines(before: Availability, after: Availability): string[] {
  const dates = [...before.exceptions, ...after.exceptions].map(({ date }) => date)
  const changed = [...new Set(dates)]
    .sort()
    .filter((date) => dayOf(before, date) !== dayOf(after, date))
  if (changed.length === 0) return ['Nothing changes.']
  return changed.map(
    (date) => `${dayText(date)}: ${dayRunsText(dayOf(after, date)) || 'unavailable'}`,
  )
}
