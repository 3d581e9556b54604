import type { Context } from '../context.ts'
import { repeatEvery } from '../repeat-every.ts'
import { endsByItself } from './ledger/check-state.ts'
import { close } from './ledger/commands/close.ts'
import type { Ledger } from './ledger/ledger.ts'

const lookEveryMs = 1000
/**
 * After the last tent is marked, the phones have ten seconds to end the check themselves. Counted in
 * looks, because the clock may be set.
 */
const automaticEndAfterLooks = 10

/**
 * Ends a check that nobody ended although no tent is left, because its phones are asleep or the
 * server was away. Returns a function that stops this and waits for a run under way; the database
 * may be closed after that.
 */
export function watchForEmptyCheck(
  ctx: Pick<Context, 'log'>,
  ledger: Pick<Ledger, 'catchUp' | 'run' | 'running'>,
): () => Promise<void> {
  /** `number`: the event after which no tent was left; `looks`: that found it so since. */
  let empty: { checkId: string; number: number; looks: number } | null = null

  async function look(): Promise<void> {
    await ledger.catchUp()
    const state = ledger.running()
    if (state === null || !endsByItself(state)) {
      empty = null
      return
    }
    const { id: checkId, publicNumber: number } = state
    const isSame = empty?.checkId === checkId && empty.number === number
    empty = { checkId, number, looks: isSame && empty !== null ? empty.looks + 1 : 0 }
    if (empty.looks < automaticEndAfterLooks) return
    await ledger.run(close, { how: 'ended', onlyIfEmpty: true, checkId, number }, null)
  }

  return repeatEvery(ctx, look, 'could not see whether the check is over', lookEveryMs)
}
