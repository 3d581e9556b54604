import { insertSignInFailed } from '../audit/store.ts'
import { type Context, sha256 } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { toldToWait } from '../http/told-to-wait.ts'
import { countDown, countUp, takeMoment } from './attempts/store.ts'
import { findUser } from './store.ts'
import { type Asker, openTurns } from './turns.ts'

/**
 * So many in a window. Who goes over it is let through more slowly from then on, one in `slowedToMs`,
 * or with null refused until the window is over.
 */
type Limit = { key: string; most: number; windowMs: number; slowedToMs: number | null }

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Nobody is held longer: a browser of ours gives up after 30 seconds. */
const heldForAtMostMs = 25 * secondMs
/** So much more often whoever has not failed yet is let through where a netID is slowed. */
const fasterAtFirst = 5

/** Of one netID and one who asks: `from` is an address, or a device that is known. */
export function signInLimit(netID: string, from: string): Limit {
  const key = keyOf('sign-in', netID, from)
  return { key, most: 10, windowMs: 15 * minuteMs, slowedToMs: 10 * secondMs }
}

/** Of one netID, from all addresses together. */
export function netIDLimit(netID: string): Limit {
  return {
    key: keyOf('sign-in', netID),
    most: 100,
    windowMs: 15 * minuteMs,
    slowedToMs: secondMs,
  }
}

/** Of one address, which a whole campus may share. */
export function registrationLimit(address: string): Limit {
  return { key: keyOf('register', address), most: 300, windowMs: hourMs, slowedToMs: 2 * secondMs }
}

/** Of one address, which a whole campus may share. */
export function campusLimit(address: string): Limit {
  return { key: keyOf('campus', address), most: 3000, windowMs: hourMs, slowedToMs: secondMs }
}

/** Of one person. */
export function changeLimit(what: 'email' | 'password' | 'stranger', netID: string): Limit {
  return { key: keyOf('change', what, netID), most: 20, windowMs: hourMs, slowedToMs: null }
}

/** Links that confirm a netID, for one person. */
export function confirmationLimit(netID: string): Limit {
  return { key: keyOf('confirm', netID), most: 3, windowMs: hourMs, slowedToMs: null }
}

/** Of one address, which a whole campus may share. */
export function forgottenLimit(address: string): Limit {
  return { key: keyOf('forgotten', address), most: 30, windowMs: hourMs, slowedToMs: 2 * secondMs }
}

/** Links to a new password, for one netID, from wherever they are asked for. */
export function forgottenOfLimit(netID: string): Limit {
  return { key: keyOf('forgotten of', netID), most: 5, windowMs: hourMs, slowedToMs: null }
}

/**
 * As a hash: what was typed for a netID may be longer than the database takes as a key. Its parts
 * stay apart, whatever they are: a netID with an address behind it is not the one from that address.
 */
function keyOf(...parts: string[]): string {
  return sha256(JSON.stringify(parts))
}

export type Limiting = Pick<Context, 'config' | 'db' | 'log' | 'now' | 'wait'>

export type Limits = ReturnType<typeof openLimits>

/** The limits as this server keeps them: counts are in the database, for all servers together. */
export function openLimits(ctx: Limiting) {
  const { rateLimitFactor } = ctx.config
  const enter = openTurns()
  const told = toldToWait(ctx.now)
  const underWay = new Map<string, number>()

  /**
   * Counts an attempt before it is made, so that many at once cannot slip through together.
   * Gives how long it has to wait, in ms; 429 where that is too long. `limits`: the narrowest first.
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
          // Slowed, not locked out: whatever the factor, one at a time gets through. Whoever has
          // not failed yet stands in a row of their own, apart from those who guess.
          const row = keyOf(isFirst ? 'slow at first' : 'slow', key)
          const slowestMs = isFirst ? slowedToMs / fasterAtFirst : slowedToMs
          const everyMs = Math.min(slowestMs / rateLimitFactor, heldForAtMostMs)
          const { moment, isTaken } = await takeMoment(tx, row, now, everyMs, heldForAtMostMs)
          const untilMs = moment.getTime() - now.getTime()
          if (!isTaken) return refuse(limit, untilMs + everyMs - heldForAtMostMs)
          waitMs = Math.max(waitMs, untilMs)
        }
        isFirst = limit === narrowest && count === 1
      }
      return waitMs
    })
  }

  /** Before the database is asked. */
  function refuseAgain(limit: Limit): void {
    const leftMs = told.leftMs(limit.key)
    if (leftMs > 0) throw tooMany(limit, leftMs)
  }

  /** More at once than could be let through do not even wait for their turn. */
  async function limitConcurrency<T>(limit: Limit | undefined, work: () => Promise<T>): Promise<T> {
    if (limit === undefined) return work()
    refuseAgain(limit)
    const { key, most } = limit
    const already = underWay.get(key) ?? 0
    if (already >= Math.max(2, 2 * most * rateLimitFactor)) throw tooMany(limit, heldForAtMostMs)
    underWay.set(key, already + 1)
    try {
      return await work()
    } finally {
      const left = (underWay.get(key) ?? 1) - 1
      if (left > 0) underWay.set(key, left)
      else underWay.delete(key)
    }
  }

  /**
   * Counts an attempt once it is its turn, and makes it in that turn; where it has to wait, in
   * another one. Over a limit 429 with the wait, without room 503. `limits`: the narrowest first.
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
    // What came of the attempt is the answer, whether or not this can be written.
    await ctx.db
      .transaction(async (tx) => {
        for (const { key } of limits) await countDown(tx, key)
      })
      .catch((error) => ctx.log.error({ err: error }, 'an attempt could not be uncounted'))
  }

  return {
    /** Counts an attempt; false where it is one too many, about which the asker learns nothing. */
    async isWithin({ key, most, windowMs }: Limit): Promise<boolean> {
      const { count } = await ctx.db.transaction((tx) => countUp(tx, key, ctx.now(), windowMs))
      return count <= most * rateLimitFactor
    },

    take,

    /** Counts an attempt that is made beside the turns; resolves once it may be. */
    pass: (asker: Omit<Asker, 'lane'>, limit: Limit): Promise<void> =>
      take({ lane: 'other', ...asker }, [limit], async () => {}),

    /**
     * As `take`, but only a failure (`false`) stays counted: not what succeeds, nor what breaks off
     * in its turn before it is known what it would have been.
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

/** Whoever is slowed is told to wait until all who wait now have been let through. */
function tooMany({ slowedToMs }: Limit, leftMs: number): Refusal {
  const waitMs = slowedToMs === null ? leftMs : heldForAtMostMs
  return new Refusal('tooManyAttempts', { retryAfterS: Math.max(1, waitMs / secondMs) })
}

/** A failed sign-in goes into the audit, one a minute at most for each account. */
export async function recordFailure(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  netID: string,
): Promise<void> {
  const now = ctx.now()
  // Those who are not there share one count, so that none leaves a row; all is done for them, too,
  // so that it takes as long.
  const isThere = (await findUser(tx, netID)) !== undefined
  const { count } = await countUp(tx, keyOf('record', isThere ? netID : ''), now, minuteMs)
  await insertSignInFailed(tx, now, isThere && count === 1 ? netID : '')
}

/** Is it the first time that this one-time text comes back? `lastsMs`: how long it is good at most. */
export async function isFirstUse(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  text: string,
  lastsMs: number,
): Promise<boolean> {
  const { count } = await countUp(tx, keyOf('used', text), ctx.now(), lastsMs)
  return count === 1
}
