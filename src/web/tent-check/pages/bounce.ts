/**
 * A tap as the guard sees it: where on the screen (NaN: by a key), when, in milliseconds, and on
 * which control. `isFree`: of those that may be tapped as fast as one likes, as ticks are.
 */
export type Tap = { x: number; y: number; at: number; control: unknown; isFree: boolean }

/** A second, and what the browser's own clock may be late by. */
const bounceMs = 1150
/** How far from its first touch a gloved finger may come down again. */
const spotPx = 48

/**
 * Whether a tap is only the echo of the last one: the same control again within a second, or what
 * has come under the same spot by it. A free tap moves nothing, so it has no echo.
 */
export function isBounce(last: Tap | null, tap: Tap): boolean {
  if (last === null || last.isFree || tap.at - last.at > bounceMs) return false
  return last.control === tap.control || Math.hypot(tap.x - last.x, tap.y - last.y) <= spotPx
}
