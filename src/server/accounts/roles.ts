import type { RoleField } from '../../shared/accounts/contract.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { insertAuditEvent } from '../record/store.ts'
import { findUserLocked, listSuperUsersLocked, updateRole } from './store.ts'

/** The role as it is inside this transaction: a write never rests on what was read before it. */
/** `by`: who decided, by netID; null: whoever runs the server. */
export type RoleChange = { by: string | null; netID: string; field: RoleField; value: boolean }

/**
 * Gives or takes a role. There is always a super user left. The super users are locked before
 * anyone is looked at, so that two who change roles at the same moment take turns instead of
 * waiting for each other.
 */
export async function changeRole(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  { by, netID, field, value }: RoleChange,
): Promise<void> {
  const superUsers = await listSuperUsersLocked(tx)
  if (field === 'isSuperUser' && !value && superUsers.length === 1 && superUsers[0] === netID) {
    throw new Refusal('lastSuperUser')
  }
  const user = await findUserLocked(tx, netID)
  if (user === undefined) throw new Refusal('unknownUser')
  if (user[field] === value) return
  await updateRole(tx, netID, field, value)
  const event = { netID: by, about: netID, role: field, value }
  await insertAuditEvent(tx, ctx.now(), { kind: 'roleChanged', ...event })
}
