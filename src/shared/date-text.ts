/**
 * Writes moments in one form. Its formatter is made when the first moment is written: a phone takes
 * several milliseconds for each, and most pages write none.
 */
export function dateText(
  options: Intl.DateTimeFormatOptions,
  locale = 'en-US',
): (moment: Date | number) => string {
  let made: Intl.DateTimeFormat | undefined
  return (moment) => {
    made ??= new Intl.DateTimeFormat(locale, options)
    // Newer ICU data puts a narrow no-break space before AM and PM.
    return made.format(moment).replaceAll('\u202f', ' ')
  }
}
