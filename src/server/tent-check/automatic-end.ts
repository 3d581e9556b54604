import type { Context } from '../context.ts'
import { close } from './ledger/commands/close.ts'
import { remainingTents } from './ledger/events.ts'
import type { Ledger } from './ledger/ledger.ts'

/** How long phones have to post the end themselves once no tent is left. */
const automaticEndAfterMs = 10_000

/**
 * Ends a check that nobody ended though no tent is left: its phones may all be asleep, or the
 * server may have been away. Gives a function that stops looking.
 */
export function watchForEmptyCheck(ctx: Context, ledger: Ledger, everyMs = 1000): () => void {
  let empty: { checkId: string; since: number } | null = null
  let looking = false

  async function look(): Promise<void> {
    await ledger.catchUp()
    const state = ledger.running()
    if (state === null || state.isUnreadable || remainingTents(state).length > 0) {
      empty = null
      return
    }
    if (empty?.checkId !== state.id) empty = { checkId: state.id, since: ctx.now().getTime() }
    if (ctx.now().getTime() - empty.since < automaticEndAfterMs) return
    await ledger.run(close, { how: 'ended', onlyIfEmpty: true }, null)
  }

  const timer = setInterval(() => {
    if (looking) return
    looking = true
    look()
      .catch((error) => ctx.log.error({ err: error }, 'could not see whether the check is over'))
      .finally(() => {
        looking = false
      })
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
