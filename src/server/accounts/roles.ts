import type { RoleField } from '../../shared/accounts/contract.ts'
import { insertAuditEvent } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { endAccess } from './ended-sessions.ts'
import { findAccountLocked, listSuperUsersLocked, listUsers, updateAccount } from './store.ts'

/** `by`: who decided, by netID; null: whoever runs the server. */
export type RoleChange = { by: string | null; netID: string; field: RoleField; value: boolean }

/**
 * Gives or takes a role. At least one super user who can sign in always remains. All super users are
 * locked first, so that two such changes at the same moment run one after the other and cannot
 * deadlock.
 */
export async function changeRole(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  { by, netID, field, value }: RoleChange,
): Promise<void> {
  const superUsers = await listSuperUsersLocked(tx)
  if (field === 'isSuperUser' && !value) refuseLast(superUsers, netID)
  const user = await findAccountLocked(tx, netID)
  if (user === undefined) throw new Refusal('unknownUser')
  if (user[field] === value) return
  await updateAccount(tx, netID, { [field]: value })
  const event = { netID: by, about: netID, role: field, value }
  await insertAuditEvent(tx, ctx.now(), { kind: 'roleChanged', ...event })
}

/** Takes the role from every line monitor; returns their netIDs. */
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
 * Says whether an account's netID is proven. One's own word is recorded where it changes something; anybody
 * else's always, as it settles what a stranger was reported for.
 */
export async function setConfirmed(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  { by, netID, value }: { by: string; netID: string; value: boolean },
): Promise<void> {
  const account = await findAccountLocked(tx, netID)
  if (account === undefined) throw new Refusal('unknownUser')
  if (account.isConfirmed === value && by === netID) return
  await updateAccount(tx, netID, { isConfirmed: value })
  await insertAuditEvent(tx, ctx.now(), { kind: 'userConfirmed', netID: by, about: netID, value })
}

/**
 * Disables an account, which ends its sessions, or enables it again. What the person did is kept.
 * At least one super user who can sign in always remains.
 */
export async function setDisabled(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  { by, netID, value }: { by: string; netID: string; value: boolean },
): Promise<void> {
  const superUsers = await listSuperUsersLocked(tx)
  if (value) refuseLast(superUsers, netID)
  if (!(await updateAccount(tx, netID, { isDisabled: value }))) throw new Refusal('unknownUser')
  if (value) await endAccess(tx, netID)
  await insertAuditEvent(tx, ctx.now(), { kind: 'accountDisabled', netID: by, about: netID, value })
}

function refuseLast(superUsers: readonly string[], netID: string): void {
  if (superUsers.length === 1 && superUsers[0] === netID) throw new Refusal('lastSuperUser')
}
