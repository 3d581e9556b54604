const form = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|\+00:00)$/

/** Parses ISO 8601 in UTC, to the millisecond; null: invalid. */
export function instantIn(text: string): Date | null {
  if (!form.test(text)) return null
  const moment = new Date(text)
  const isThere =
    !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 16) === text.slice(0, 16)
  return isThere ? moment : null
}
