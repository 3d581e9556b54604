import { can } from '../../shared/access.ts'
import type { User } from '../../shared/accounts/contract.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import type { Database, Tx } from '../db/database.ts'
import { Refusal } from './refusal.ts'
import type { Session } from './session.ts'

/**
 * Does what a call writes, in one transaction that first sees that the person still has the role
 * that the call asks for, and keeps it so until it ends; else nothing is done, and 403.
 * `lockFirst`: locks to be taken before the person's own.
 */
export type Write = <T>(
  work: (tx: Tx) => Promise<T>,
  lockFirst?: (tx: Tx) => Promise<unknown>,
) => Promise<T>

/** The person as they are, kept so until the transaction ends. */
export type FindUserLocked = (tx: Tx, netID: string) => Promise<User | undefined>

const noRole = { isLineMonitor: false, isSuperUser: false }

/** An account is never removed, so only what asks for a role is looked at again. */
export function writerOf(
  db: Database,
  endpoint: Endpoint,
  session: Session,
  findUserLocked: FindUserLocked,
): Write {
  if (session === null || can(noRole, endpoint.access)) return db.transaction
  return (work, lockFirst) =>
    db.transaction(async (tx) => {
      await lockFirst?.(tx)
      const user = await findUserLocked(tx, session.user.netID)
      if (!can(user ?? null, endpoint.access)) throw lacksRole(endpoint)
      return work(tx)
    })
}

export function lacksRole({ access }: Endpoint): Refusal {
  return new Refusal(access === 'superUser' ? 'needsSuperUser' : 'needsLineMonitor')
}
