import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { Session } from '../http/session.ts'
import { findSessions } from './sessions/store.ts'
import { lockAccounts } from './store.ts'

/**
 * Checks that the session is still valid and locks the account; throws 401 otherwise. Slow work
 * must not be saved after logout.
 */
export async function requireSession(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  { tokenHash, user }: NonNullable<Session>,
): Promise<void> {
  await lockAccounts(tx, [user.netID])
  const [session] = await findSessions(tx, [tokenHash], now())
  if (session === undefined) throw new Refusal('notSignedIn')
}
