import type { Context } from '../context.ts'
import { endsByItself } from './ledger/check-state.ts'
import { close } from './ledger/commands/close.ts'
import type { Ledger } from './ledger/ledger.ts'

/** How long phones have to post the end themselves once no tent is left. */
const automaticEndAfterMs = 10_000

/**
 * Ends a check that nobody ended though no tent is left: its phones may all be asleep, or the
 * server may have been away. Gives a function that stops looking, and waits for a look that is under
 * way: after it, the database may be closed.
 */
export function watchForEmptyCheck(
  ctx: Context,
  ledger: Ledger,
  everyMs = 1000,
): () => Promise<void> {
  /** `number`: of the event that left no tent. */
  let empty: { checkId: string; number: number; since: number } | null = null
  let looking: Promise<void> | null = null

  async function look(): Promise<void> {
    await ledger.catchUp()
    const state = ledger.running()
    if (state === null || !endsByItself(state)) {
      empty = null
      return
    }
    const { id: checkId, publicNumber: number } = state
    if (empty?.checkId !== checkId || empty.number !== number) {
      empty = { checkId, number, since: ctx.now().getTime() }
    }
    if (ctx.now().getTime() - empty.since < automaticEndAfterMs) return
    await ledger.run(close, { how: 'ended', onlyIfEmpty: true }, null)
  }

  const timer = setInterval(() => {
    looking ??= look()
      .catch((error) => ctx.log.error({ err: error }, 'could not see whether the check is over'))
      .finally(() => {
        looking = null
      })
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}
