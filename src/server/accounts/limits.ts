import PQueue from 'p-queue'
import { insertSignInFailed } from '../audit/store.ts'
import { type Context, sha256 } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { countDown, countUp, takeMoment } from './attempts/store.ts'
import type { Asker } from './turns.ts'

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
/** By one server, of all who are slowed. */
const heldAtMost = 1000

/** Of transactions that count: a mark never waits for more of them, however many sign in. */
const countedAtOnce = 2

/** Of one netID and one asker. */
export function signInLimit({ netID, from }: Asker): Limit {
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

export type Limits = ReturnType<typeof openLimits>

/** The limits as this server keeps them: counts are in the database, for all servers together. */
export function openLimits(ctx: Context) {
  const { rateLimitFactor } = ctx.config
  const underWay = new Map<string, number>()
  const counting = new PQueue({ concurrency: countedAtOnce })
  let held = 0

  /**
   * Counts an attempt before it is made, so that many at once cannot slip through together.
   * Gives how long it has to wait, in ms; 429 where that is too long.
   */
  async function count(limits: Limit[]): Promise<number> {
    const now = ctx.now()
    return counted(async (tx) => {
      let waitMs = 0
      for (const { key, most, windowMs, slowedToMs } of limits) {
        const { count, windowEndsAt } = await countUp(tx, key, now, windowMs)
        if (count <= most * rateLimitFactor) continue
        // Thrown inside the transaction: a refused attempt is not counted.
        if (slowedToMs === null) throw tooMany(windowEndsAt.getTime() - now.getTime())
        // Slowed, not locked out: whatever the factor, one at a time gets through.
        const everyMs = Math.min(slowedToMs / rateLimitFactor, heldForAtMostMs)
        const moment = await takeMoment(tx, keyOf('slow', key), now, everyMs, heldForAtMostMs)
        if (moment === null) throw tooMany(heldForAtMostMs)
        waitMs = Math.max(waitMs, moment.getTime() - now.getTime())
      }
      return waitMs
    })
  }

  async function hold(waitMs: number): Promise<void> {
    if (held >= heldAtMost) throw tooMany(waitMs)
    held += 1
    try {
      await ctx.wait(waitMs)
    } finally {
      held -= 1
    }
  }

  /** More at once than could be let through are not even counted: a flood stays off the database. */
  async function amongFew<T>({ key, most }: Limit, work: () => Promise<T>): Promise<T> {
    const already = underWay.get(key) ?? 0
    if (already >= Math.max(2, 2 * most * rateLimitFactor)) throw tooMany(heldForAtMostMs)
    underWay.set(key, already + 1)
    try {
      return await work()
    } finally {
      const left = (underWay.get(key) ?? 1) - 1
      if (left > 0) underWay.set(key, left)
      else underWay.delete(key)
    }
  }

  async function uncount(limits: Limit[]): Promise<void> {
    // What came of the attempt is the answer, whether or not this can be written.
    await counted(async (tx) => {
      for (const { key } of limits) await countDown(tx, key)
    }).catch((error) => ctx.log.error({ err: error }, 'an attempt could not be uncounted'))
  }

  function counted<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return counting.add(() => ctx.db.transaction(work))
  }

  return {
    /** Counts an attempt; false where it is one too many, about which the asker learns nothing. */
    async isWithin({ key, most, windowMs }: Limit): Promise<boolean> {
      const { count } = await ctx.db.transaction((tx) => countUp(tx, key, ctx.now(), windowMs))
      return count <= most * rateLimitFactor
    },

    /** Counts an attempt and makes it, once it may be made; over the limit 429 with the wait. */
    take: <T>(limit: Limit, attempt: () => Promise<T>): Promise<T> =>
      amongFew(limit, async () => {
        const waitMs = await count([limit])
        if (waitMs > 0) await hold(waitMs)
        return attempt()
      }),

    /**
     * The same, but only a failure (`false`) stays counted: not what succeeds, nor what breaks off
     * before it is known what it would have been. `limits`: the narrowest first.
     */
    takeFailure: (limits: [Limit, ...Limit[]], attempt: () => Promise<boolean>): Promise<boolean> =>
      amongFew(limits[0], async () => {
        const waitMs = await count(limits)
        let hasFailed = false
        try {
          if (waitMs > 0) await hold(waitMs)
          hasFailed = !(await attempt())
          return !hasFailed
        } finally {
          if (!hasFailed) await uncount(limits)
        }
      }),
  }
}

function tooMany(waitMs: number): Refusal {
  return new Refusal('tooManyAttempts', { retryAfterS: Math.max(1, waitMs / secondMs) })
}

/** A failed sign-in goes into the audit, one a minute at most for each netID. */
export async function recordFailure(ctx: Context, tx: Tx, netID: string): Promise<void> {
  const now = ctx.now()
  const { count } = await countUp(tx, keyOf('record', netID), now, minuteMs)
  if (count === 1) await insertSignInFailed(tx, now, netID)
}

/** Is it the first time that this one-time text comes back? `lastsMs`: how long it is good at most. */
export async function isFirstUse(ctx: Context, tx: Tx, text: string, lastsMs: number) {
  const { count } = await countUp(tx, keyOf('used', text), ctx.now(), lastsMs)
  return count === 1
}
