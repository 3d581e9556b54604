const eastern = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})

/** A moment as the specification writes it (9): Eastern time, like `1/18/2026, 10:04 PM`. */
export function easternTime(moment: Date): string {
  // Newer ICU data puts a narrow no-break space before AM and PM.
  return eastern.format(moment).replaceAll('\u202f', ' ')
}
