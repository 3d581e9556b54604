import { dayMs, hourMs, minuteMs } from '../durations.ts'

/**
 * Local times of a time zone, as text without an offset (`2026-01-28T07:00`), and their instants
 * (milliseconds since 1970). The process's own time zone does not matter.
 */

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Cached, because making a formatter takes far longer than using it. */
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
  // Zone names come from outside, and one zone has many spellings.
  if (formatters.size > 100) formatters.clear()
  formatters.set(timeZone, made)
  return made
}

/** Is it an IANA zone name that this machine knows? Offsets like `+05:00` are not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return false
  try {
    formatterOf(name)
    return true
  } catch {
    return false
  }
}

/** A zone's offsets from UTC, by zone and minute. */
const offsets = new Map<string, number>()
const offsetsAtMost = 50_000
/** From then on, clocks change only at full minutes. */
const fullMinutesFrom = Date.UTC(1973, 0)

/**
 * The local date and time at an instant, as if it were UTC. Weeks of half hours are often needed, so
 * minutes are asked for only on days (of UTC) that end with another offset: since 1973, no zone has
 * changed its offset and back within a day.
 */
function localMs(instant: number, timeZone: string): number {
  if (instant < fullMinutesFrom) return formattedMs(instant, timeZone)
  const day = Math.floor(instant / dayMs) * dayMs
  const begins = offsetInMinute(day, timeZone)
  const isSame = begins === offsetInMinute(day + dayMs, timeZone)
  return instant + (isSame ? begins : offsetInMinute(instant, timeZone))
}

/** The zone's offset from UTC in the minute of this instant. */
function offsetInMinute(instant: number, timeZone: string): number {
  const minute = Math.floor(instant / minuteMs)
  const key = `${timeZone} ${minute}`
  let offset = offsets.get(key)
  if (offset === undefined) {
    offset = formattedMs(minute * minuteMs, timeZone) - minute * minuteMs
    if (offsets.size >= offsetsAtMost) offsets.clear()
    offsets.set(key, offset)
  }
  return offset
}

function formattedMs(instant: number, timeZone: string): number {
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

/**
 * Behind the time of an instant: ` EDT`, the zone's short name then, where clocks change within an hour
 * of it, or of the span that it begins or ends: the time alone may be one of two. Else ''.
 */
export function zoneAtChange(at: number, timeZone: string, from = at, until = at): string {
  const offsetAt = (instant: number) => localMs(instant, timeZone) - instant
  if (offsetAt(from - hourMs) === offsetAt(until + hourMs)) return ''
  const time = new Date(at).toLocaleTimeString('en-US', { timeZone, timeZoneName: 'short' })
  return time.slice(time.lastIndexOf(' '))
}

/** The day of an instant: `2026-01-28`. */
export function localDayOf(instant: number, timeZone: string): string {
  return localTimeOf(instant, timeZone).slice(0, 10)
}

/** By the number of the day. */
export const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** The numbers of the days, Monday first. */
export const weekFromMonday: readonly number[] = [1, 2, 3, 4, 5, 6, 0]

/** The weekday of a local time; 0 = Sunday. */
export function weekdayOf(localTime: string): number {
  return new Date(`${localTime}Z`).getUTCDay()
}

/** Is it a valid local time in the years 1970 to 2999? */
export function isLocalTime(text: string): boolean {
  if (!/^(19[7-9]|2\d\d)\d-\d\d-\d\dT\d\d:\d\d$/.test(text)) return false
  const ms = Date.parse(`${text}Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/** The largest offset of any zone from UTC. */
const furthestMs = 15 * hourMs

/**
 * The first instant whose local time is not before this one. A time that occurs twice, when clocks
 * go back, is the first of the two; a time that is skipped is the instant of the change.
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
