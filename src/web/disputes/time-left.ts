const hourMs = 3_600_000
/** A record tells only a check's start, not its end, which is at most so much later. */
const checkAtMostHours = 24

/**
 * May a Miss of a check with this start still be disputed? An estimate; the server decides. `now`:
 * the server's time, ISO 8601.
 */
export function mayBeInTime(startedAt: string, disputeHours: number, now: string): boolean {
  const latest = Date.parse(startedAt) + (disputeHours + checkAtMostHours) * hourMs
  return Date.parse(now) <= latest
}
