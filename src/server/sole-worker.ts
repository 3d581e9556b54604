import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from './context.ts'
import type { Lock } from './db/database.ts'

export const lookEveryMs = 500
const takeOverEveryMs = 3000

/** How long to wait after so many failures: `least`, twice as long with each, `most` in the end. */
export function backoffMs([least, most]: readonly [number, number], failures: number): number {
  return Math.min(most, least * 2 ** Math.min(failures, 20))
}

/** What is done over and over: gives after how many ms to do it again. `failure`: said in the log. */
export type Work = { work: () => Promise<number>; failure: string }

/**
 * Does these works, all at once, on the one server of the database that holds the lock, from now
 * until stopped: so a slow one holds no other back. A lost lock is taken over by another server; so
 * is that of a server which is not `isFit`. Gives what stops it; what is under way may end after that.
 */
export function workAlone(
  ctx: Pick<Context, 'db' | 'log' | 'now'>,
  lockKey: number,
  works: readonly Work[],
  isFit: () => Promise<boolean> = async () => true,
): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  let lock: Lock | null = null
  let lockAskedAt = 0

  const wait = (ms: number) => delay(ms, undefined, { signal, ref: false }).catch(() => {})

  /** Is it this server's to do? Asks for the lock now and then where another one has it. */
  async function isOurs(): Promise<boolean> {
    if (!(await isFit())) {
      const held = lock
      lock = null
      await held?.release()
      return false
    }
    if (lock?.isHeld()) return true
    const now = ctx.now().getTime()
    if (Math.abs(now - lockAskedAt) < takeOverEveryMs) return false
    lockAskedAt = now
    // Where this takes long the other works ask, too, and only one of them gets it.
    const got = await ctx.db.tryLock(lockKey)
    if (got !== null) lock = got
    if (signal.aborted) await got?.release()
    return got !== null && !signal.aborted
  }

  async function keepDoing({ work, failure }: Work): Promise<void> {
    while (!signal.aborted) {
      let waitMs = lookEveryMs
      try {
        if (await isOurs()) waitMs = await work()
      } catch (error) {
        if (signal.aborted) return
        ctx.log.error({ err: error }, failure)
        waitMs = takeOverEveryMs
      }
      if (waitMs > 0) await wait(waitMs)
    }
  }

  for (const work of works) void keepDoing(work)
  return () => {
    stopping.abort()
    void lock?.release().catch(() => {})
  }
}
