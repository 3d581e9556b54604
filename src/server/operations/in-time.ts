import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { together } from '../db/batch.ts'

export const answersWithinMs = 2000

/**
 * Asks the database; null where that fails, which is logged in the words of `failure`, or takes over 2
 * seconds. Requests that wait at the same time share one answer.
 */
export function askedInTime<Found>(
  { log }: Pick<Context, 'log'>,
  ask: () => Promise<Found>,
  failure: string,
): () => Promise<Found | null> {
  const shared = together(() =>
    ask().catch((error) => {
      log.error({ err: error }, failure)
      return null
    }),
  )
  return () => Promise.race([shared(), delay(answersWithinMs, null, { ref: false })])
}
