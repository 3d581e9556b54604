import { bounceMs } from '../../ui/use-settled.ts'

/**
 * A tap: its place on the screen (NaN: by a key), its time in milliseconds, and its control.
 * `isFree`: a control that may be tapped quickly several times, such as a tick.
 */
export type Tap = { x: number; y: number; at: number; control: unknown; isFree: boolean }

/** How far from its first touch a gloved finger may touch again by accident. */
const spotPx = 48

/**
 * Is a tap only an accidental repeat of the last one: the same control within a second, or whatever
 * has appeared under the same place? Free taps move nothing, so nothing repeats them.
 */
export function isBounce(last: Tap | null, tap: Tap): boolean {
  if (last === null || last.isFree || tap.at - last.at > bounceMs) return false
  return last.control === tap.control || Math.hypot(tap.x - last.x, tap.y - last.y) <= spotPx
}
