import { minuteMs } from '../shared/durations.ts'

/**
 * How far the clocks of two servers of one database may be apart, in milliseconds. A stored time
 * that is further ahead than this allows was written by a clock that has been set back since: nothing
 * waits for it, and it allows nothing. Only how long a mail has been tried is counted from such a
 * time.
 */
export const clockSkewMs = minuteMs

/**
 * Is a stored moment still to come? `until`: in ms; `longestMs`: how far ahead it was at most for the
 * server that wrote it.
 */
export function isStillAhead(until: number, longestMs: number, now: Date): boolean {
  const leftMs = until - now.getTime()
  return leftMs > 0 && leftMs <= longestMs + clockSkewMs
}
