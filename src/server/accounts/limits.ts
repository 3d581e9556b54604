import { hourMs, secondMs } from '../../shared/durations.ts'
import { insertSignInFailed } from '../audit/store.ts'
import { clockSkewMs } from '../clock-skew.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { countDown, countUp, takeMoment, takeOnce } from '../db/rate-limits.ts'
import { Refusal } from '../http/refusal.ts'
import { openCounts } from '../open-counts.ts'
import { type Asker, openTurns } from './attempt-turns.ts'
import { fasterAtFirst, heldForAtMostMs, keyOf, type Limit } from './limit-table.ts'
import { rememberWaits } from './remembered-waits.ts'
import { findUser } from './store.ts'

export type Limiting = Pick<Context, 'config' | 'db' | 'log' | 'now' | 'wait'>

export type Limits = ReturnType<typeof openLimits>

/** The limits of this server. The counts are in the database, shared by all servers. */
export function openLimits(ctx: Limiting) {
  const { rateLimitFactor } = ctx.config
  const enter = openTurns()
  const told = rememberWaits(ctx.now)
  const underWay = openCounts()

  /**
   * Counts an attempt before it is made, so that many at the same moment can't all get through.
   * Returns how long it has to wait, in ms; 429 if that is too long. `limits`: the narrowest first.
   */
  async function count(limits: Limit[]): Promise<number> {
    const [narrowest] = limits
    if (narrowest === undefined) return 0
    refuseAgain(narrowest)
    const now = ctx.now()
    // Thrown inside the transaction: a refused attempt is not counted.
    const refuse = (limit: Limit, forMs: number): never => {
      told.remember(narrowest.key, forMs)
      throw tooMany(limit, forMs)
    }
    return ctx.db.transaction(async (tx) => {
      let waitMs = 0
      let isFirst = false
      for (const limit of limits) {
        const { key, most, windowMs, slowedToMs } = limit
        const { count, windowEndsAt } = await countUp(tx, key, now, windowMs)
        if (count > most * rateLimitFactor) {
          if (slowedToMs === null) return refuse(limit, windowEndsAt.getTime() - now.getTime())
          // Slowed down, not locked out: one after the other gets through. Those who have not
          // failed yet wait in a queue of their own, apart from those who guess.
          const queue = keyOf(isFirst ? 'slow at first' : 'slow', key)
          const slowestMs = isFirst ? slowedToMs / fasterAtFirst : slowedToMs
          const everyMs = Math.min(slowestMs / rateLimitFactor, heldForAtMostMs)
          const { moment, isTaken } = await takeMoment(tx, queue, now, everyMs, heldForAtMostMs)
          const untilMs = moment.getTime() - now.getTime()
          if (!isTaken) return refuse(limit, untilMs + everyMs - heldForAtMostMs)
          waitMs = Math.max(waitMs, untilMs)
        }
        isFirst = limit === narrowest && count === 1
      }
      return waitMs
    })
  }

  /** Refuses without a query if this limit has refused before and its wait is not over. */
  function refuseAgain(limit: Limit): void {
    const leftMs = told.leftMs(limit.key)
    if (leftMs > 0) throw tooMany(limit, leftMs)
  }

  /** Refuses more attempts at the same moment than could get through at all. */
  async function limitConcurrency<T>(limit: Limit | undefined, work: () => Promise<T>): Promise<T> {
    if (limit === undefined) return work()
    refuseAgain(limit)
    const { key, most } = limit
    if (underWay.of(key) >= Math.max(2, 2 * most * rateLimitFactor))
      throw tooMany(limit, heldForAtMostMs)
    underWay.add(key)
    try {
      return await work()
    } finally {
      underWay.remove(key)
    }
  }

  /**
   * Counts an attempt when its turn comes, and makes it in the same turn; if it has to wait, in a
   * later one. Refused: 429 over a limit, 503 if too many wait. `limits`: the narrowest first.
   */
  function take<T>(asker: Asker, limits: Limit[], attempt: () => Promise<T>): Promise<T> {
    const inTurn = () =>
      enter(asker, async (place) => {
        const first = await place.turn(async () => {
          const waitMs = await count(limits)
          return waitMs > 0 ? { waitMs } : { made: await attempt() }
        })
        if ('made' in first) return first.made
        await place.aside(ctx.wait(first.waitMs))
        return place.turn(attempt)
      })
    return limitConcurrency(limits[0], inTurn)
  }

  async function uncount(limits: Limit[]): Promise<void> {
    // If this fails, the attempt is answered all the same.
    await ctx.db
      .transaction(async (tx) => {
        for (const { key } of limits) await countDown(tx, key)
      })
      .catch((error) => ctx.log.error({ err: error }, 'an attempt could not be uncounted'))
  }

  /**
   * Counts an attempt that needs no turn of its own; resolves when it may be made, to what takes the
   * count back.
   */
  function pass(asker: Omit<Asker, 'lane'>, limit: Limit): Promise<() => Promise<void>> {
    return take({ lane: 'other', ...asker }, [limit], async () => () => uncount([limit]))
  }

  return {
    /**
     * Counts an attempt, in `tx` if it is given; false: one too many, which the caller must not
     * reveal.
     */
    async countsWithin({ key, most, windowMs }: Limit, tx?: Tx): Promise<boolean> {
      const up = (within: Tx) => countUp(within, key, ctx.now(), windowMs)
      const { count } = await (tx === undefined ? ctx.db.transaction(up) : up(tx))
      return count <= most * rateLimitFactor
    },

    /** Counts what this transaction does, if it does it; 429 over one of the limits. */
    async countIn(tx: Tx, limits: Limit[]): Promise<void> {
      const now = ctx.now()
      for (const limit of limits) {
        const { count, windowEndsAt } = await countUp(tx, limit.key, now, limit.windowMs)
        if (count <= limit.most * rateLimitFactor) continue
        throw tooMany(limit, windowEndsAt.getTime() - now.getTime())
      }
    },

    take,
    pass,

    /** Passes one limit, then the other; where that refuses, the first counts nothing either. */
    async passBoth(asker: Omit<Asker, 'lane'>, first: Limit, second: Limit): Promise<void> {
      const uncountFirst = await pass(asker, first)
      try {
        await pass(asker, second)
      } catch (refusal) {
        await uncountFirst()
        throw refusal
      }
    },

    /**
     * Like `take`, but only a failed attempt (`false`) stays counted, not one that succeeds or
     * throws.
     */
    takeFailure: (
      asker: Asker,
      limits: [Limit, ...Limit[]],
      attempt: () => Promise<boolean>,
    ): Promise<boolean> =>
      take(asker, limits, async () => {
        let hasFailed = false
        try {
          hasFailed = !(await attempt())
          return !hasFailed
        } finally {
          if (!hasFailed) await uncount(limits)
        }
      }),
  }
}

/** A limit that slows down: whoever is refused may come again when all who wait now are through. */
function tooMany({ slowedToMs, code = 'tooManyAttempts' }: Limit, leftMs: number): Refusal {
  const waitMs = slowedToMs === null ? leftMs : heldForAtMostMs
  return new Refusal(code, { retryAfterS: Math.max(1, waitMs / secondMs) })
}

/**
 * Writes a failed sign-in into the audit, at most one an hour for each account: otherwise anybody,
 * even without an account, could hide other entries among thousands of these.
 */
export async function recordFailure(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  netID: string,
): Promise<void> {
  const now = ctx.now()
  // All unknown netIDs share one count, so that they fill no table; the same work is done for them,
  // so that the time does not show whether an account exists.
  const isThere = (await findUser(tx, netID)) !== undefined
  const { count } = await countUp(tx, keyOf('audit', isThere ? netID : ''), now, hourMs)
  await insertSignInFailed(tx, now, isThere && count === 1 ? netID : '')
}

/** Is a one-time text used for the first time? `lastsMs`: how long it is valid at most. */
export function isFirstUse(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  text: string,
  lastsMs: number,
): Promise<boolean> {
  // A server whose clock is ahead may forget it while it is still valid on one that is behind.
  const until = new Date(ctx.now().getTime() + lastsMs + 2 * clockSkewMs)
  return takeOnce(tx, keyOf('used', text), until)
}
