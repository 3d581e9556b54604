import { dateText } from '../../../shared/date-text.ts'

const shortDay = dateText({ timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' })

const midnight = '12:00 AM'

/** The time of a half hour: `2` is `1:00 AM`, `48` is midnight. */
export function halfHourText(halfHour: number): string {
  const minutes = (halfHour % 48) * 30
  return clockText(`${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`)
}

/** `13:30` is `1:30 PM`. */
export function clockText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 === 0 ? 12 : hours % 12}:${pad(minutes)} ${hours < 12 ? 'AM' : 'PM'}`
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

/** A local time or date as `Thu Jan 29`. */
export function dayText(localTime: string): string {
  return shortDay(Date.parse(`${localTime.slice(0, 10)}T00:00Z`)).replace(',', '')
}

/** `Thu Jan 29, 2:30–7:00 AM`; if longer than a day, `Thu Jan 29, 2:30 AM–Sat Jan 31, 7:00 AM`. */
export function spanText(from: string, to: string): string {
  const isLong = Date.parse(`${to}Z`) - Date.parse(`${from}Z`) > 86_400_000
  const clock = isLong
    ? `${clockText(from.slice(11))}–${dayText(to)}, ${clockText(to.slice(11))}`
    : clockRangeText(from, to)
  return `${dayText(from)}, ${clock}`
}

/** `6 h`, `2 h 30 min`, `12 min`, `3 days 4 h`. */
export function lengthText(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  const [days, hours, rest] = [
    Math.floor(minutes / 1440),
    Math.floor((minutes % 1440) / 60),
    minutes % 60,
  ]
  const parts = [
    days > 0 && `${days} ${days === 1 ? 'day' : 'days'}`,
    hours > 0 && `${hours} h`,
    // Durations of days have no minutes.
    days === 0 && rest > 0 && `${rest} min`,
  ].filter(Boolean)
  return parts.join(' ') || '0 min'
}

/** `3.5`, `12`: hours as people write them. */
export function hoursText(hours: number): string {
  return String(Math.round(hours * 10) / 10)
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
