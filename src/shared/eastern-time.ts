import { dateText } from './date-text.ts'

/** The zone of the specification's own times. */
export const easternZone = 'America/New_York'

const timeZone = easternZone

/** A moment as the specification writes it (9): Eastern time, like `1/18/2026, 10:04 PM`. */
export const easternTime = dateText({
  timeZone,
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})

/** Only the Eastern day: `2026-01-18`. */
export const easternDay = dateText({ timeZone, dateStyle: 'short' }, 'en-CA')
