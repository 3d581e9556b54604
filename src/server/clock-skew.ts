import { minuteMs } from '../shared/durations.ts'

/**
 * How far the clocks of two servers of one database may be apart, in milliseconds. A stored time
 * that is further ahead than this was written by a clock that has been set back since. It is
 * ignored: nothing waits for it or is allowed by it. One exception: how long a mail has been tried
 * is counted even from such a time.
 */
export const clockSkewMs = minuteMs

/**
 * Is a stored moment still in the future? `until`: the moment, in ms; `longestMs`: how far ahead a
 * server sets it at most. A moment further ahead, by a clock that was wrong, does not count.
 */
export function isStillAhead(until: number, longestMs: number, now: Date): boolean {
  const leftMs = until - now.getTime()
  return leftMs > 0 && leftMs <= longestMs + clockSkewMs
}
