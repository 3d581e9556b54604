import { type Context, sha256 } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { insertSignInFailed } from '../record/store.ts'
import { countDown, countUp } from './store.ts'

type Limit = { key: string; most: number; windowMs: number }

const minuteMs = 60_000

export function signInLimits(netID: string, address: string): Limit[] {
  return [
    { key: `sign-in ${netID} ${address}`, most: 10, windowMs: 15 * minuteMs },
    { key: `sign-in ${address}`, most: 200, windowMs: 15 * minuteMs },
  ]
}

export function registrationLimits(address: string): Limit[] {
  return [{ key: `register ${address}`, most: 300, windowMs: 60 * minuteMs }]
}

/**
 * Counts an attempt before it is made, so that many at once cannot slip through together.
 * Over a limit: 429 with the wait. `giveBack` uncounts it, for what turned out no failure.
 */
export async function takeAttempt(
  ctx: Context,
  limits: Limit[],
): Promise<{ giveBack: () => Promise<void> }> {
  const now = ctx.now()
  // As a hash: what was typed for a netID may be longer than the database takes as a key.
  const keyOf = (limit: Limit) => sha256(limit.key)
  await ctx.db.transaction(async (tx) => {
    for (const limit of limits) {
      const { count, windowEndsAt } = await countUp(tx, keyOf(limit), now, limit.windowMs)
      if (count > limit.most * ctx.config.rateLimitFactor) {
        // Thrown inside the transaction: a refused attempt is not counted and prolongs nothing.
        const retryAfterS = Math.max(1, (windowEndsAt.getTime() - now.getTime()) / 1000)
        throw new Refusal('tooManyAttempts', { retryAfterS })
      }
    }
  })
  return {
    giveBack: () =>
      ctx.db.transaction(async (tx) => {
        for (const limit of limits) await countDown(tx, keyOf(limit))
      }),
  }
}

/** A failed sign-in goes into the record, one a minute at most for each netID. */
export async function recordFailure(ctx: Context, tx: Tx, netID: string): Promise<void> {
  const now = ctx.now()
  const { count } = await countUp(tx, sha256(`record ${netID}`), now, minuteMs)
  if (count === 1) await insertSignInFailed(tx, now, netID)
}
