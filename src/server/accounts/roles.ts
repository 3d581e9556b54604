import type { RoleField } from '../../shared/accounts/contract.ts'
import { insertAuditEvent } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { removeAccountLinks } from './links/store.ts'
import {
  findAccountLocked,
  listSuperUsersLocked,
  listUsers,
  removeSessions,
  updateAccountState,
  updateRole,
} from './store.ts'

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
  const user = await findAccountLocked(tx, netID)
  if (user === undefined) throw new Refusal('unknownUser')
  if (user[field] === value) return
  await updateRole(tx, netID, field, value)
  const event = { netID: by, about: netID, role: field, value }
  await insertAuditEvent(tx, ctx.now(), { kind: 'roleChanged', ...event })
}

/** Every line monitor loses the role; gives who they were. */
export async function endLineMonitors(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  by: string,
): Promise<string[]> {
  const all = await listUsers(tx)
  const monitors = all.filter((user) => user.isLineMonitor).map(({ netID }) => netID)
  for (const netID of monitors) {
    await changeRole(ctx, tx, { by, netID, field: 'isLineMonitor', value: false })
  }
  return monitors
}

/**
 * Closes an account to sign-ins, which ends its sessions, or opens it again. What was done with it
 * stays. There is always a super user left who can sign in.
 */
export async function disableAccount(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  { by, netID, value }: { by: string; netID: string; value: boolean },
): Promise<void> {
  const superUsers = await listSuperUsersLocked(tx)
  if (value && superUsers.length === 1 && superUsers[0] === netID) {
    throw new Refusal('lastSuperUser')
  }
  if (!(await updateAccountState(tx, netID, { isDisabled: value })))
    throw new Refusal('unknownUser')
  if (value) {
    await removeSessions(tx, netID)
    await removeAccountLinks(tx, netID)
  }
  await insertAuditEvent(tx, ctx.now(), { kind: 'accountDisabled', netID: by, about: netID, value })
}
