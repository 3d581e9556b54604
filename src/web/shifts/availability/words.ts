import type { Availability } from '../../../shared/shifts/tent-shifts.ts'
import { runsIn } from '../painter/week.ts'
import { runText } from '../painter/words.ts'
import { dayText } from '../words/time-words.ts'
import { datesOf } from './answer.ts'

/** The new availability of each changed day: `Mon Jan 26: 1:00–7:00 AM available`. */
export function changeLines(before: Availability, after: Availability): string[] {
  const dates = [...before.exceptions, ...after.exceptions].map(({ date }) => date)
  const changed = [...new Set(dates)]
    .sort()
    .filter((date) => datesOf(before, [date])[0] !== datesOf(after, [date])[0])
  if (changed.length === 0) return ['Nothing changes.']
  return changed.map((date) => {
    const runs = runsIn(datesOf(after, [date]))
      .map(runText)
      .join('; ')
    return `${dayText(date)}: ${runs || 'unavailable'}`
  })
}
