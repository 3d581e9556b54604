import type { Context } from '../context.ts'
import { hourly } from '../hourly.ts'
import { removeLimitsOver } from './attempts/store.ts'
import { removeAccountLinksOver } from './links/store.ts'
import { removeSessionsOver } from './store.ts'

/**
 * Deletes sessions, one-time links and counts of attempts that are over, every hour. Each server does: what one
 * has deleted, another does not find. Gives a function that stops.
 */
export function forgetHourly(
  ctx: Pick<Context, 'db' | 'log' | 'now'>,
  everyMs?: number,
): () => Promise<void> {
  const forget = () =>
    ctx.db.transaction(async (tx) => {
      await removeSessionsOver(tx, ctx.now())
      await removeLimitsOver(tx, ctx.now())
      await removeAccountLinksOver(tx, ctx.now())
    })
  return hourly(ctx, forget, 'what is over could not be deleted', everyMs)
}
