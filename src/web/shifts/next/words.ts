import { mayArrive } from '../../../shared/shifts/arrival.ts'
import type { Shift } from '../../../shared/shifts/tent-shifts.ts'
import { lengthText } from '../../ui/time-words.ts'
import { spanIn, timeIn, zoneBeside } from '../words/spans.ts'

/**
 * The texts for a shift at a moment, in milliseconds since 1970. `mayArrive`: "I'm here" can be
 * tapped; `mayTakeBack`: it was, and can be taken back.
 */
export function nextShiftWords(shift: Shift, now: number, timeZone: string) {
  const begins = Date.parse(shift.from)
  const ends = Date.parse(shift.until)
  const isOver = ends <= now
  const isOn = begins <= now && !isOver
  const isNear = mayArrive({ from: begins, until: ends }, now)
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
    mayArrive: isNear && shift.arrivedAt === null,
    mayTakeBack: isNear && shift.arrivedAt !== null,
    here: shift.arrivedAt === null ? null : `Here since ${timeIn(timeZone, shift.arrivedAt)}.`,
  }
}
