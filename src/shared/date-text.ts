/**
 * Formats moments. The formatter is made when first used: it takes a slow phone 50 ms, and most
 * pages format none.
 */
export function dateText(
  options: Intl.DateTimeFormatOptions,
  locale = 'en-US',
): (moment: Date | number) => string {
  let made: Intl.DateTimeFormat | undefined
  return (moment) => {
    made ??= new Intl.DateTimeFormat(locale, options)
    // Newer ICU data uses a narrow no-break space before AM and PM.
    return made.format(moment).replaceAll('\u202f', ' ')
  }
}

/** `Mon, Jan 19, 3:04 AM`, in a time zone. */
export function momentText(moment: string | number, timeZone: string): string {
  const text = dateText({
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  return text(new Date(moment))
}
