import { hourMs, minuteMs } from '../../shared/durations.ts'
import { insertAuditEvent } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { countUp } from '../db/rate-limits.ts'
import type { Live } from '../live/live.ts'
import { repeatEvery } from '../repeat-every.ts'
import { keyOf } from './limit-table.ts'
import { endLinks } from './links/links.ts'
import { isAnySessionOver, removeSessions, removeSessionsOver } from './sessions/store.ts'
import { removeCalendarAddresses, removeScriptTokens } from './store.ts'

/**
 * Ends all that lets somebody into an account or comes of having been in it: sessions, calendar
 * addresses, links, and tokens for programs.
 */
export async function endAccess(tx: Tx, netID: string): Promise<void> {
  await removeSessions(tx, netID)
  await removeCalendarAddresses(tx, netID)
  await endLinks(tx, netID)
  await removeScriptTokens(tx, netID)
}

/** Of the sessions that a person ends of their own: so many stand in the audit in an hour. */
const ownRecordedAtMost = 20

/**
 * Logs the ended sessions in the audit and, after commit, updates the rights of the open pages of
 * their person. Of one's own, 20 times an hour at most: otherwise anybody with an account could
 * hide other entries among thousands of these.
 */
export async function recordEnded(
  ctx: Pick<Context, 'now'>,
  live: Live,
  tx: Tx,
  { by, about, sessions }: { by: string; about: string; sessions: number },
): Promise<void> {
  // Also if there is none any more: the commit that ended them may have lost its answer.
  await live.personChanged(tx, about)
  if (sessions === 0) return
  const now = ctx.now()
  const isTooMany =
    by === about &&
    (await countUp(tx, keyOf('sessions ended', by), now, hourMs)).count > ownRecordedAtMost
  const event = { kind: 'sessionsEnded', netID: by, about, sessions } as const
  if (!isTooMany) await insertAuditEvent(tx, now, event)
}

/**
 * Every minute, ends the sessions that are over, for their open pages, too. Every server does this;
 * that is safe. Returns a function that stops it.
 */
export function endSessionsOver(
  ctx: Pick<Context, 'db' | 'log' | 'now'>,
  live: Live,
): () => Promise<void> {
  const end = async () => {
    // A write would empty the caches, even one of nothing.
    if (!(await ctx.db.read((reader) => isAnySessionOver(reader, ctx.now())))) return
    await ctx.db.transaction(async (tx) => {
      const ended = await removeSessionsOver(tx, ctx.now())
      for (const netID of ended) await live.personChanged(tx, netID)
    })
  }
  return repeatEvery(ctx, end, 'sessions that are over could not be ended', minuteMs)
}
