import { can, missingRole } from '../../shared/access.ts'
import type { User } from '../../shared/accounts/contract.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import type { Database, Tx } from '../db/database.ts'
import { Refusal } from './refusal.ts'
import type { Session } from './session.ts'

/**
 * Runs a call's writes in one transaction, which first checks that the person still has the
 * required role and locks it until the end; otherwise 403 and nothing is written. `lockFirst`:
 * locks to take before the person's.
 */
export type Write = <T>(
  work: (tx: Tx) => Promise<T>,
  lockFirst?: (tx: Tx) => Promise<unknown>,
) => Promise<T>

/** The person's current state, locked until the transaction ends. */
export type FindUserLocked = (tx: Tx, netID: string) => Promise<User | undefined>

const noRole = { isLineMonitor: false, isSuperUser: false }

/** Accounts are never deleted, so only calls that require a role are checked again. */
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
  return new Refusal(missingRole(access))
}
