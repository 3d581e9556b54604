import { localDayOf, localTimeOf, zoneAtChange } from '../../../shared/season/local-time.ts'
import { clockText } from '../../ui/time-words.ts'
import { deviceZone } from '../../ui/times.ts'
import { zoneWhereOther } from '../../ui/times-zone.ts'
import { dayText, spanText } from './time-words.ts'

/** From one instant to another, which is excluded; ISO 8601 in UTC. */
export type Span = { from: string; until: string }

/**
 * In the season's zone: `Thu Jan 29, 2:30–7:00 AM`; where clocks change,
 * `Sun Nov 1, 1:30 AM EDT–1:00 AM EST`.
 */
export function spanIn(timeZone: string, { from, until }: Span): string {
  const [begin, end] = [Date.parse(from), Date.parse(until)]
  const [local, localEnd] = [localTimeOf(begin, timeZone), localTimeOf(end, timeZone)]
  const zoneAt = (at: number) => zoneAtChange(at, timeZone, begin, end)
  return spanText(local, localEnd, zoneAt(begin), zoneAt(end))
}

/** `Thu Jan 29, 11:59 PM`. */
export function momentIn(timeZone: string, instant: string): string {
  return `${dayText(localTimeOf(Date.parse(instant), timeZone))}, ${timeIn(timeZone, instant)}`
}

/** `11:59 PM`; where clocks change, `1:30 AM EDT`. */
export function timeIn(timeZone: string, instant: string): string {
  const at = Date.parse(instant)
  return `${clockText(localTimeOf(at, timeZone).slice(11))}${zoneAtChange(at, timeZone)}`
}

/** The day of a moment: `2026-01-29`. */
export function dayIn(timeZone: string, instant: string): string {
  return localDayOf(Date.parse(instant), timeZone)
}

/**
 * Behind a time, or the end of a span: ` Eastern`, where a clock of this device shows another time
 * then; else '', also where the time itself names its zone.
 */
export function zoneBeside(timeZone: string, from: string, until = from): string {
  const [begin, end] = [Date.parse(from), Date.parse(until)]
  const isNamed = zoneAtChange(begin, timeZone, begin, end) !== ''
  return isNamed ? '' : zoneWhereOther(timeZone, deviceZone(), begin)
}
