import { setTimeout as delay } from 'node:timers/promises'
import { refusals } from '../../shared/messages.ts'
import type { Context } from '../context.ts'
import type { Lock } from '../db/database.ts'
import { findAirtable, isAirtableConfigured } from '../settings/airtable-config.ts'
import { isCheckInProgress } from '../tents/store.ts'
import { pullRoster } from './pull.ts'
import { pushResults } from './push.ts'
import { findState, isDue } from './state.ts'

/** Any number that is ours alone: one server of the database works for Airtable. */
const workerKey = 19860228
const lookEveryMs = 500
const takeOverEveryMs = 3000
const pullEveryMs = 5 * 60_000
/** While a check is on, or while a pull had to leave something for after it. */
const pullOftenEveryMs = 30_000
/** How long to wait when Airtable is not to be had: from the first, twice as long each time, to the second. */
const failedWaitMs = [1000, 30_000] as const
/** Its turn may come only after Airtable's penalty. */
const waiting = { patienceMs: 45_000, timeoutMs: 10_000 }

/**
 * Keeps the tents and Airtable in step, from now until stopped: pulls on its schedule, pushes as
 * results come. Both at once, so that a slow pull holds no result back. Gives what stops it; a
 * request that is under way may end after that.
 */
export function workForAirtable(ctx: Context): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  let lock: Lock | null = null
  let lockAskedAt = 0

  const wait = (ms: number) => delay(ms, undefined, { signal, ref: false }).catch(() => {})

  /**
   * Is it this server that works for Airtable? Asks for it now and then where another one does. One
   * that cannot read the API key leaves the lock to others.
   */
  async function isOurs(): Promise<boolean> {
    if (await isKeyUnreadable()) {
      const held = lock
      lock = null
      await held?.release()
      return false
    }
    if (lock?.isHeld()) return true
    const now = ctx.now().getTime()
    if (now - lockAskedAt < takeOverEveryMs) return false
    lockAskedAt = now
    // Where this takes long the other loop asks, too, and only one of them gets it.
    const got = await ctx.db.tryLock(workerKey)
    if (got !== null) lock = got
    if (signal.aborted) await got?.release()
    return got !== null && !signal.aborted
  }

  /** Said in the log once, until the key can be read again. */
  async function isKeyUnreadable(): Promise<boolean> {
    const table = await ctx.db.read((reader) => findAirtable(reader, ctx))
    const isUnreadable = table?.isKeyUnreadable === true
    if (isUnreadable && !wasUnreadable) ctx.log.error(refusals.airtableKeyUnreadable[1])
    wasUnreadable = isUnreadable
    return isUnreadable
  }
  let wasUnreadable = false

  async function push(): Promise<number> {
    const outcome = await pushResults(ctx, waiting)
    if (outcome !== 'failed') failures = 0
    if (outcome === 'sent') return 0
    if (outcome === 'idle') return lookEveryMs
    const [least, most] = failedWaitMs
    return Math.min(most, least * 2 ** failures++)
  }
  let failures = 0

  async function pull(): Promise<number> {
    const everyMs = await pullDueEveryMs(ctx)
    const write = ctx.db.transaction
    if (everyMs !== null) await pullRoster(ctx, { confirmShrink: false, waiting, everyMs, write })
    return 2 * lookEveryMs
  }

  async function keepDoing(work: () => Promise<number>, what: string): Promise<void> {
    while (!signal.aborted) {
      let waitMs = lookEveryMs
      try {
        if (await isOurs()) waitMs = await work()
      } catch (error) {
        if (signal.aborted) return
        ctx.log.error({ err: error }, what)
        waitMs = takeOverEveryMs
      }
      if (waitMs > 0) await wait(waitMs)
    }
  }

  void keepDoing(push, 'results could not be sent to Airtable')
  void keepDoing(pull, 'the tents could not be brought in step with Airtable')
  return () => {
    stopping.abort()
    void lock?.release().catch(() => {})
  }
}

/** How much time must have passed since the last pull; null: it has not, or there is no Airtable. */
async function pullDueEveryMs(ctx: Context): Promise<number | null> {
  return ctx.db.read(async (reader) => {
    if (!(await isAirtableConfigured(reader))) return null
    const { triedAt, counts } = await findState(reader)
    const isSoon = (await isCheckInProgress(reader)) || (counts?.postponed ?? 0) > 0
    const everyMs = isSoon ? pullOftenEveryMs : pullEveryMs
    return isDue(triedAt, everyMs, ctx.now()) ? everyMs : null
  })
}
