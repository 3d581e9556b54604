import { hourMs } from '../../../shared/durations.ts'
import type { Shift } from '../../../shared/shifts/tent-shifts.ts'
import { lengthText } from '../../ui/time-words.ts'
import { lengthOf, spanIn, timeIn } from '../words/spans.ts'

/**
 * The texts for a shift at a moment, in milliseconds since 1970. `mayArrive`: "I'm here" can be
 * tapped.
 */
export function nextShiftWords(shift: Shift, now: number, timeZone: string) {
  const begins = Date.parse(shift.from)
  const ends = Date.parse(shift.until)
  const isOn = begins <= now && now < ends
  return {
    isOn,
    label: isOn ? 'You are on shift' : 'Your next shift',
    large: isOn ? `${lengthText(ends - now)} left` : `in ${lengthText(begins - now)}`,
    when: `${spanIn(timeZone, shift)} (${lengthText(lengthOf(shift))})`,
    mayArrive: shift.arrivedAt === null && begins - hourMs <= now && now < ends,
    here: shift.arrivedAt === null ? null : `Here since ${timeIn(timeZone, shift.arrivedAt)}.`,
  }
}
