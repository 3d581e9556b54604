import type { Given } from './faults.ts'
import { refused429 } from './refused.ts'

/** Airtable's limits: 5 requests a second, a time in which it answers none, and the plan's month. */
export function openLimits({ clock, penaltyMs, happens, faults }: Given) {
  const arrivals: number[] = []
  let penalisedUntil = 0

  return {
    /** A request has arrived; when it did. */
    arrive(): number {
      const at = clock()
      arrivals.push(at)
      return at
    },

    arrived: () => arrivals.length,

    /** Throws the refusal of a request that is over one of the limits. */
    refuseOver(): void {
      const now = clock()
      const isTooMany = arrivals.filter((at) => at > now - 1000).length > 5
      if (now < penalisedUntil || happens(faults.limited) || isTooMany) {
        penalisedUntil = Math.max(penalisedUntil, now + penaltyMs)
        throw refused429('RATE_LIMIT_REACHED', 'Rate limit exceeded. Please try again later')
      }
      if (faults.requestsLeft <= 0) {
        throw refused429(
          'PUBLIC_API_BILLING_LIMIT_EXCEEDED',
          'The API billing plan limit has been exceeded.',
        )
      }
      faults.requestsLeft -= 1
    },

    /** The most requests that arrived within any one second. */
    mostInASecond(): number {
      return Math.max(
        0,
        ...arrivals.map((from, index) => {
          const within = arrivals.slice(index).findIndex((at) => at >= from + 1000)
          return within === -1 ? arrivals.length - index : within
        }),
      )
    },
  }
}
