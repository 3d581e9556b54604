import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from './context.ts'
import type { Lock } from './db/database.ts'

export const lookEveryMs = 500
const firstLookMs = 300
const takeOverEveryMs = 3000

/** How long to wait after this many failures: `least`, doubled with each, at most `most`. */
export function backoffMs([least, most]: readonly [number, number], failures: number): number {
  return Math.min(most, least * 2 ** Math.min(failures, 20))
}

/**
 * A repeated task. `work` returns after how many ms to run it again; once `stopping` is aborted, it
 * begins nothing more. `failure` is its log message.
 */
export type Work = { work: (stopping?: AbortSignal) => Promise<number>; failure: string }

/**
 * Runs these tasks in parallel, only on the server that holds the database lock, from now until
 * stopped. If the lock is lost, or its server is not `isFit`, another server takes over. Returns
 * what stops it: the lock is released once the tasks under way are over, or after
 * `stopWithinMs`.
 */
export function workAlone(
  ctx: Pick<Context, 'db' | 'log'>,
  lockKey: number,
  works: readonly Work[],
  isFit: () => Promise<boolean> = async () => true,
  stopWithinMs = 5000,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let lock: Lock | null = null
  let mayAsk = true

  const wait = (ms: number) => delay(ms, undefined, { signal, ref: false }).catch(() => {})

  /** Does this server hold the lock? If another one does, tries again from time to time. */
  async function isOurs(): Promise<boolean> {
    if (!(await isFit())) {
      await release()
      return false
    }
    if (lock?.isHeld()) return true
    if (!mayAsk) return false
    mayAsk = false
    // By a timer and not by the clock, which may be set back.
    void wait(takeOverEveryMs).then(() => {
      mayAsk = true
    })
    const got = await ctx.db.tryLock(lockKey)
    if (got !== null) lock = got
    if (signal.aborted) await release()
    return got !== null
  }

  async function release(): Promise<void> {
    const held = lock
    lock = null
    await held?.release()
  }

  async function keepDoing({ work, failure }: Work): Promise<void> {
    // A server that starts answers requests first; these tasks can wait a moment.
    await wait(firstLookMs)
    while (!signal.aborted) {
      let waitMs = lookEveryMs
      try {
        if ((await isOurs()) && !signal.aborted) waitMs = await work(signal)
      } catch (error) {
        if (signal.aborted) return
        ctx.log.error({ err: error }, failure)
        waitMs = takeOverEveryMs
      }
      // Not without a wait: the embedded engine answers before anything else gets its turn.
      await wait(waitMs)
    }
  }

  const over = Promise.all(works.map(keepDoing))
  return async () => {
    stopping.abort()
    await Promise.race([over, delay(stopWithinMs)])
    await release().catch(() => {})
  }
}
