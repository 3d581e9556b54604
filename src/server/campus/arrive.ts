import { fullName } from '../../shared/accounts/rules.ts'
import type { CampusProblem } from '../../shared/campus/problems.ts'
import { setConfirmed } from '../accounts/roles.ts'
import {
  findAccountLocked,
  findUser,
  insertUser,
  isEmailTaken,
  lockAccounts,
  updateAccount,
} from '../accounts/store.ts'
import { type Context, sha256 } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Live } from '../live/live.ts'
import { nextStepOf, type Person } from './rules.ts'
import { findNetIDOf, type Identity, insertIdentity, insertWaiting, isLinked } from './store.ts'

/**
 * A session token. `resetLinkMadeAt`: when a super user made a link to a new password for this
 * account, of which its owner was not warned yet.
 */
type Entered = { session: string; resetLinkMadeAt?: string }

/** The result of a campus sign-in: a session, a ticket, or a problem. */
export type Arrival = Entered | { link: string } | { problem: CampusProblem }

/** Signs in, creates an account, or returns a ticket to link an existing one. */
export async function arrive(
  ctx: Pick<Context, 'newToken' | 'now'>,
  live: Pick<Live, 'personChanged'>,
  tx: Tx,
  identity: Identity,
  person: Person,
  openSession: (netID: string) => Promise<Entered>,
): Promise<Arrival> {
  const { netID } = person
  const now = ctx.now()
  // No other sign-in or link changes these accounts until this is decided.
  await lockAccounts(tx, [netID, (await findNetIDOf(tx, identity)) ?? netID])
  const isThere = (await findUser(tx, netID)) !== undefined
  const isOthers = await isLinked(tx, identity.issuer, netID)
  // Read again: before the lock, another sign-in may have linked this identity.
  const linkedNetID = await findNetIDOf(tx, identity)
  const linked = await findAccountLocked(tx, linkedNetID ?? '')
  const next = nextStepOf({ linked, isThere, isOthers })
  switch (next) {
    case 'session':
      // If the campus has given this person another netID, that does not confirm the account's.
      if (linked?.netID === netID) {
        await setConfirmed(ctx, tx, { by: netID, netID, value: true })
        if (!linked.isConfirmed) await live.personChanged(tx, netID)
        // Nothing is known of who has this account, as after it was handed over.
        if (linked.firstName === netID) {
          const { firstName, lastName, email } = person
          const isFree = linked.email === '' && !(await isEmailTaken(tx, person))
          await updateAccount(tx, netID, { firstName, lastName, ...(isFree && { email }) })
        }
      }
      return openSession(linkedNetID ?? netID)
    case 'newAccount': {
      const email = (await isEmailTaken(tx, person)) ? '' : person.email
      const rights = { isLineMonitor: false, isSuperUser: false, isConfirmed: true }
      const user = { ...person, ...rights, email, passwordHash: null, createdAt: now }
      await insertUser(tx, user)
      await insertIdentity(tx, identity, netID, now)
      return openSession(netID)
    }
    case 'link': {
      const ticket = ctx.newToken()
      const waiting = { ...identity, netID, name: fullName(person), at: now }
      await insertWaiting(tx, { ...waiting, ticketHash: sha256(ticket) })
      return { link: ticket }
    }
    default:
      return { problem: next }
  }
}
