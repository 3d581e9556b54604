import { hourMs } from '../../shared/durations.ts'
import { removeExpiredAccountLinks } from '../accounts/links/store.ts'
import { removeTicketsOver } from '../campus/store.ts'
import type { Context } from '../context.ts'
import { removeLimitsOver } from '../db/rate-limits.ts'
import { removeAccountMailsOver } from '../mail/store.ts'
import { repeatEvery } from '../repeat-every.ts'

/**
 * Every hour, deletes one-time links with their mails, tickets of the campus and attempt counts
 * that have ended. Every server does this; that is safe. Returns a function that stops it.
 */
export function forgetHourly(
  ctx: Pick<Context, 'db' | 'log' | 'now'>,
  everyMs = hourMs,
): () => Promise<void> {
  async function forget(): Promise<void> {
    const now = ctx.now()
    await ctx.db.transaction(async (tx) => {
      await removeExpiredAccountLinks(tx, now)
      await removeAccountMailsOver(tx, now)
      await removeTicketsOver(tx, now)
    })
    let after: string | null = ''
    // A flood leaves many: what others write goes between.
    while (after !== null) {
      const from: string = after
      after = await ctx.db.transaction((tx) => removeLimitsOver(tx, now, from))
    }
  }
  return repeatEvery(ctx, forget, 'what is over could not be deleted', everyMs)
}
