const form = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|\+00:00)$/

/** The moment that a text in ISO 8601 in UTC means, to the millisecond; null: it means none. */
export function instantIn(text: string): Date | null {
  if (!form.test(text)) return null
  const moment = new Date(text)
  const isThere =
    !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 16) === text.slice(0, 16)
  return isThere ? moment : null
}
