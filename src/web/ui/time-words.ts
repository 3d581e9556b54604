import { counted } from '../../shared/counted.ts'
import { minuteMs } from '../../shared/durations.ts'

/** `13:30` is `1:30 PM`; what is no time is not changed. */
export function clockText(time: string): string {
  const [hours = Number.NaN, minutes = Number.NaN] = time.split(':').map(Number)
  if (Number.isNaN(hours + minutes)) return time
  const hour = hours % 12 === 0 ? 12 : hours % 12
  return `${hour}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/** A duration in milliseconds: `6 h`, `2 h 30 min`, `12 min`, `3 days 4 h`. */
export function lengthText(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / minuteMs))
  const [days, hours, rest] = [
    Math.floor(minutes / 1440),
    Math.floor((minutes % 1440) / 60),
    minutes % 60,
  ]
  const parts = [
    days > 0 && counted(days, 'day'),
    hours > 0 && `${hours} h`,
    // Durations of days have no minutes.
    days === 0 && rest > 0 && `${rest} min`,
  ].filter(Boolean)
  return parts.join(' ') || '0 min'
}
