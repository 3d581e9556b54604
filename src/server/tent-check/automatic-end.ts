import type { Context } from '../context.ts'
import { repeatEvery } from '../repeat-every.ts'
import { endsByItself } from './ledger/check-state.ts'
import { close } from './ledger/commands/close.ts'
import type { Ledger } from './ledger/ledger.ts'

/** After the last tent is marked, the phones have this long to end the check themselves. */
const automaticEndAfterMs = 10_000
const lookEveryMs = 1000

/**
 * Ends a check that nobody ended although no tent is left, because its phones are asleep or the
 * server was away. Returns a function that stops this and waits for a run under way; the database
 * may be closed after that.
 */
export function watchForEmptyCheck(
  ctx: Pick<Context, 'log' | 'now'>,
  ledger: Pick<Ledger, 'catchUp' | 'run' | 'running'>,
): () => Promise<void> {
  /** `number`: the event after which no tent was left. */
  let empty: { checkId: string; number: number; since: number } | null = null

  async function look(): Promise<void> {
    await ledger.catchUp()
    const state = ledger.running()
    if (state === null || !endsByItself(state)) {
      empty = null
      return
    }
    const { id: checkId, publicNumber: number } = state
    const at = ctx.now().getTime()
    if (empty?.checkId !== checkId || empty.number !== number) {
      empty = { checkId, number, since: at }
    }
    // A clock that is set back must not hold this.
    empty.since = Math.min(empty.since, at)
    if (at - empty.since < automaticEndAfterMs) return
    await ledger.run(close, { how: 'ended', onlyIfEmpty: true, checkId, number }, null)
  }

  return repeatEvery(ctx, look, 'could not see whether the check is over', lookEveryMs)
}
