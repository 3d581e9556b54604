import { type Context, sha256 } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { insertSignInFailed } from '../record/store.ts'
import { countDown, countUp } from './store.ts'

type Limit = { key: string; most: number; windowMs: number }

const minuteMs = 60_000

/** Of one netID from one address. */
export function signInLimit(netID: string, address: string): Limit {
  return { key: `sign-in ${netID} ${address}`, most: 10, windowMs: 15 * minuteMs }
}

/** Of all netIDs from one address, which a whole campus may share. */
export function addressLimit(address: string): Limit {
  return { key: `sign-in ${address}`, most: 200, windowMs: 15 * minuteMs }
}

export function registrationLimit(address: string): Limit {
  return { key: `register ${address}`, most: 300, windowMs: 60 * minuteMs }
}

// As a hash: what was typed for a netID may be longer than the database takes as a key.
const keyOf = (limit: Limit) => sha256(limit.key)

/**
 * Counts an attempt before it is made, so that many at once cannot slip through together.
 * Over the limit: 429 with the wait.
 */
export async function takeAttempt(ctx: Context, limit: Limit): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction(async (tx) => {
    const { count, windowEndsAt } = await countUp(tx, keyOf(limit), now, limit.windowMs)
    if (count > limit.most * ctx.config.rateLimitFactor) {
      // Thrown inside the transaction: a refused attempt is not counted and prolongs nothing.
      const retryAfterS = Math.max(1, (windowEndsAt.getTime() - now.getTime()) / 1000)
      throw new Refusal('tooManyAttempts', { retryAfterS })
    }
  })
}

/**
 * An attempt, of which only a failure (`false`) stays counted: not one that succeeds, nor one that
 * breaks off before it is known what it would have been.
 */
export async function countFailure(
  ctx: Context,
  limit: Limit,
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  await takeAttempt(ctx, limit)
  let hasFailed = false
  try {
    hasFailed = !(await attempt())
    return !hasFailed
  } finally {
    if (!hasFailed) {
      // What came of the attempt is the answer, whether or not this can be written.
      await ctx.db
        .transaction((tx) => countDown(tx, keyOf(limit)))
        .catch((error) => ctx.log.error({ err: error }, 'an attempt could not be uncounted'))
    }
  }
}

/** A failed sign-in goes into the record, one a minute at most for each netID. */
export async function recordFailure(ctx: Context, tx: Tx, netID: string): Promise<void> {
  const now = ctx.now()
  const { count } = await countUp(tx, sha256(`record ${netID}`), now, minuteMs)
  if (count === 1) await insertSignInFailed(tx, now, netID)
}
