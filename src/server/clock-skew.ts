/**
 * How far the clocks of two servers of one database may be apart, in milliseconds. A stored time
 * that is further ahead than this allows was written by a clock that has been set back since, and
 * nothing waits for it. Only how long a mail has been tried is counted from such a time.
 */
export const clockSkewMs = 60_000
