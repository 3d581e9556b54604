import { mayArrive } from '../../../shared/shifts/arrival.ts'
import type { Shift } from '../../../shared/shifts/tent-shifts.ts'
import { lengthText } from '../../ui/time-words.ts'
import { spanIn, timeIn, zoneBeside } from '../words/spans.ts'

/**
 * The texts for a shift at a moment, in milliseconds since 1970. `mayArrive`: "I'm here" can be
 * tapped.
 */
export function nextShiftWords(shift: Shift, now: number, timeZone: string) {
  const begins = Date.parse(shift.from)
  const ends = Date.parse(shift.until)
  const isOver = ends <= now
  const isOn = begins <= now && !isOver
  // The server names no shift that is over, but without a network this page knows of no other.
  const [label, large] = isOver
    ? ['Your last shift', 'over']
    : isOn
      ? ['You are on shift', `${lengthText(ends - now)} left`]
      : ['Your next shift', `in ${lengthText(begins - now)}`]
  return {
    isOn,
    label,
    large,
    when: `${spanIn(timeZone, shift)}${zoneBeside(timeZone, shift.from, shift.until)} (${lengthText(ends - begins)})`,
    mayArrive: shift.arrivedAt === null && mayArrive({ from: begins, until: ends }, now),
    here: shift.arrivedAt === null ? null : `Here since ${timeIn(timeZone, shift.arrivedAt)}.`,
  }
}
