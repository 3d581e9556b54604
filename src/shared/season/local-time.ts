/**
 * Local times of a time zone, as text without an offset (`2026-01-28T07:00`), and the instants
 * (milliseconds since 1970) that they stand for. The time zone of the process plays no part.
 */

const formatters = new Map<string, Intl.DateTimeFormat>()

/** To make one takes far longer than to use it. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  // Names come from outside, and many spellings name one zone.
  if (formatters.size > 100) formatters.clear()
  formatters.set(timeZone, made)
  return made
}

/** Is it an IANA name that this machine knows? Offsets like `+05:00` are none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return false
  try {
    formatterOf(name)
    return true
  } catch {
    return false
  }
}

/** The clock's numbers at an instant, as if they were a time in UTC. */
function localMs(instant: number, timeZone: string): number {
  const text = formatterOf(timeZone).format(instant)
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = text
    .split(/\D+/)
    .map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second) + (instant % 1000)
}

/** The local time of an instant, to the minute: `2026-01-28T07:00`. */
export function localTimeOf(instant: number, timeZone: string): string {
  return new Date(localMs(instant, timeZone)).toISOString().slice(0, 16)
}

/** Is it a local time of a day that there is, in the years 1970 to 2999? */
export function isLocalTime(text: string): boolean {
  if (!/^(19[7-9]|2\d\d)\d-\d\d-\d\dT\d\d:\d\d$/.test(text)) return false
  const ms = Date.parse(`${text}Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/** No clock is further from UTC than this. */
const furthestMs = 15 * 3_600_000

/**
 * The first instant whose local time is not before this one. A time that comes twice, when clocks
 * go back, is the first of the two; one that clocks jump over is the instant of the jump.
 */
export function instantOf(localTime: string, timeZone: string): number {
  const wanted = Date.parse(`${localTime}Z`)
  const offsetAt = (instant: number) => localMs(instant, timeZone) - instant
  const offsets = [offsetAt(wanted - furthestMs), offsetAt(wanted + furthestMs)]
  const exact = offsets
    .map((offset) => wanted - offset)
    .filter((instant) => localMs(instant, timeZone) === wanted)
  if (exact.length > 0) return Math.min(...exact)
  let before = wanted - Math.max(...offsets)
  let after = wanted - Math.min(...offsets)
  while (after - before > 1000) {
    const between = before + Math.floor((after - before) / 2000) * 1000
    if (localMs(between, timeZone) < wanted) before = between
    else after = between
  }
  return after
}
