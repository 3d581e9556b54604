import { insertAuditEvent } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { type LinkPurpose, removeAccountLinks } from './links/store.ts'
import { removeSessions, updatePasswordHash } from './store.ts'

/**
 * Links that whoever knew the old password may have asked for. One that confirms the netID went to its
 * owner, who may just have taken the account back.
 */
const ended: LinkPurpose[] = ['resetPassword', 'confirmEmail']

type Change = {
  /** Who sets it, by netID; null: nobody who is signed in. */
  by: string | null
  netID: string
  passwordHash: string
  /** The hash of the session in which its owner changes it; null: it is set from outside. */
  keptSession: string | null
}

/** A new password ends what the old one opened: sessions, and links to a new one or another address. */
export async function setPassword(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  { by, netID, passwordHash, keptSession }: Change,
): Promise<void> {
  await updatePasswordHash(tx, netID, passwordHash)
  await removeSessions(tx, netID, keptSession ?? '')
  await removeAccountLinks(tx, netID, ended)
  await insertAuditEvent(tx, ctx.now(), { kind: 'passwordChanged', netID: by, about: netID })
}
