import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { Session } from '../http/session.ts'
import { findPasswordHashLocked, findSessions } from './store.ts'

/**
 * Sees that a session still holds, and keeps its account as it is until the transaction ends: what
 * takes a while to compute must not be written once its owner has ended the session. 401 else.
 */
export async function requireSession(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  { tokenHash, user }: NonNullable<Session>,
): Promise<void> {
  await findPasswordHashLocked(tx, user.netID)
  const [session] = await findSessions(tx, [tokenHash], now())
  if (session === undefined) throw new Refusal('notSignedIn')
}
