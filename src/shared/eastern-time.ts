import { dateText } from './date-text.ts'

const timeZone = 'America/New_York'
const numbers = {
  timeZone,
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
} as const

/** A moment as the specification writes it (9): Eastern time, like `1/18/2026, 10:04 PM`. */
export const easternTime = dateText(numbers)

/** The same with its weekday: `Sun, 1/18/2026, 10:04 PM`. */
export const easternTimeWithDay = dateText({ ...numbers, weekday: 'short' })

/** Only the Eastern day: `2026-01-18`. */
export const easternDay = dateText({ timeZone, dateStyle: 'short' }, 'en-CA')

/** Only the Eastern time, to the second: `10:04:31 PM`. */
export const easternClock = dateText({ timeZone, timeStyle: 'medium' })
