import { insertAuditEvent } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { endLinks } from './links/links.ts'
import type { LinkPurpose } from './links/store.ts'
import { removeSessions } from './sessions/store.ts'
import { removeCalendarAddresses, removeScriptTokens, updateAccount } from './store.ts'

/**
 * Links that somebody with the old password may have asked for. netID links are kept: they were
 * mailed to the real owner.
 */
const ended: LinkPurpose[] = ['resetPassword', 'confirmEmail']

type Change = {
  /** The netID of who sets it; null: nobody who is signed in. */
  by: string | null
  netID: string
  passwordHash: string
  /**
   * The session that stays, by its hash; null: reset by link or administrator; all sessions end.
   */
  keptSession: string | null
}

/**
 * Sets a password and ends what the old one gave access to: sessions, pending links for a new
 * password or address, also those made for others, and where it is reset, calendar addresses and
 * tokens for programs.
 */
export async function setPassword(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  { by, netID, passwordHash, keptSession }: Change,
): Promise<void> {
  await updateAccount(tx, netID, { passwordHash })
  await removeSessions(tx, netID, keptSession ?? '')
  await endLinks(tx, netID, ended)
  if (keptSession === null) {
    await removeCalendarAddresses(tx, netID)
    await removeScriptTokens(tx, netID)
  }
  await insertAuditEvent(tx, ctx.now(), { kind: 'passwordChanged', netID: by, about: netID })
}
