import { dateText } from '../../../shared/date-text.ts'
import { dayMs } from '../../../shared/durations.ts'
import { dayAfter } from '../../../shared/shifts/slots.ts'
import { clockText } from '../../ui/time-words.ts'

const shortDay = dateText({ timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' })

const midnight = '12:00 AM'

/** The time of a half hour: `2` is `1:00 AM`, `48` is midnight. */
export function halfHourText(halfHour: number): string {
  return clockText(`${Math.floor(halfHour / 2) % 24}:${halfHour % 2 === 0 ? '00' : '30'}`)
}

/** `1:00–7:00 AM`, `11:00 PM–1:00 AM`, `9:00 PM–midnight`: the same AM or PM is written once. */
export function rangeText(from: string, to: string): string {
  if (from === midnight || to === midnight) {
    return [from, to].map((time) => (time === midnight ? 'midnight' : time)).join('–')
  }
  const isSameHalf = from.slice(-2) === to.slice(-2)
  return `${isSameHalf ? from.slice(0, -3) : from}–${to}`
}

/** `2026-01-29T02:30` to `2026-01-29T07:00` is `2:30–7:00 AM`. */
export function clockRangeText(from: string, to: string): string {
  const [begin, end] = [clockText(from.slice(11)), clockText(to.slice(11))]
  const isOverMidnight = to.slice(11) !== '00:00' && from.slice(0, 10) !== to.slice(0, 10)
  return isOverMidnight ? `${begin}–${end}` : rangeText(begin, end)
}

/** `Wed Jan 28 to Tue Feb 3`: so many days. */
export function daysText({ from, days }: { from: string; days: number }): string {
  return `${dayText(from)} to ${dayText(dayAfter(from, days - 1))}`
}

/** A local time or date as `Thu Jan 29`. */
export function dayText(localTime: string): string {
  return shortDay(Date.parse(`${localTime.slice(0, 10)}T00:00Z`)).replace(',', '')
}

/**
 * `Thu Jan 29, 2:30–7:00 AM`; if longer than a day, `Thu Jan 29, 2:30 AM–Sat Jan 31, 7:00 AM`. The
 * zones stand behind the times, if there are any.
 */
export function spanText(from: string, to: string, fromZone = '', toZone = ''): string {
  const isLong = Date.parse(`${to}Z`) - Date.parse(`${from}Z`) > dayMs
  if (!isLong && fromZone === '') return `${dayText(from)}, ${clockRangeText(from, to)}`
  const end = `${isLong ? `${dayText(to)}, ` : ''}${clockText(to.slice(11))}${toZone}`
  return `${dayText(from)}, ${clockText(from.slice(11))}${fromZone}–${end}`
}

/** `3.5`, `12`: hours as people write them. */
export function hoursText(hours: number): string {
  return String(Math.round(hours * 10) / 10)
}
