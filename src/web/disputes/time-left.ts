const hourMs = 3_600_000
/** A check ends some time after its start, which is all that a record tells. */
const checkAtMostHours = 24

/**
 * Whether a Miss of a check that began then may still be disputed, as far as one can tell; the
 * server has the last word. `now`: ISO 8601, the server's.
 */
export function mayBeInTime(startedAt: string, disputeHours: number, now: string): boolean {
  const latest = Date.parse(startedAt) + (disputeHours + checkAtMostHours) * hourMs
  return Date.parse(now) <= latest
}
