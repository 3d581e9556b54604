import { normalNetID } from '../../shared/accounts/rules.ts'
import type { campusApi } from '../../shared/campus/contract.ts'
import { tellPagesOf } from '../accounts/ended-sessions.ts'
import { removeAccountLinks } from '../accounts/links/store.ts'
import type { SignIns } from '../accounts/sign-in.ts'
import {
  findPasswordHashLocked,
  findUser,
  listSuperUsersLocked,
  removeSessions,
  updateAccountState,
  updateEmail,
  updatePasswordHash,
} from '../accounts/store.ts'
import { insertAuditEvent } from '../audit/store.ts'
import { type Context, sha256 } from '../context.ts'
import type { Reader, Tx } from '../db/database.ts'
import type { Handlers } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import type { Live } from '../live/live.ts'
import { findTicket, findWaiting, insertIdentity, type Waiting } from './store.ts'

const ticketLastsMs = 15 * 60 * 1000

export function campusRoutes(
  ctx: Context,
  live: Live,
  signIns: SignIns,
): Handlers<keyof typeof campusApi> {
  async function goodTicket(reader: Reader, ticket: string) {
    const found = await findTicket(reader, sha256(ticket))
    const isLate = found && ctx.now().getTime() >= found.at.getTime() + ticketLastsMs
    if (found === undefined || isLate) throw new Refusal('linkOver')
    return found
  }

  /** From now on the campus leads this identity to the account, whose netID it proves. */
  async function link(tx: Tx, { netID, ...identity }: Waiting): Promise<void> {
    await insertIdentity(tx, identity, netID, ctx.now())
    await updateAccountState(tx, netID, { isConfirmed: true })
    await tellPagesOf(live, tx, netID)
  }

  return {
    async linkCampus({ body: { ticket, password }, address, reply, write }) {
      const { netID } = await ctx.db.read((reader) => goodTicket(reader, ticket))
      return signIns.byPassword({
        netID,
        password,
        // Proves whose account it is, also where nobody signs in by it.
        passwords: 'on',
        address,
        reply,
        write,
        // The account is locked by then: of two who link it at once, one comes too late.
        async also(tx) {
          await link(tx, await goodTicket(tx, ticket))
          return { isConfirmed: true }
        },
      })
    },

    async handOverToCampus({ session, body, write }) {
      const netID = normalNetID(body.netID)
      await write(async (tx) => {
        await findPasswordHashLocked(tx, netID)
        if (!(await findUser(tx, netID))) throw new Refusal('unknownUser')
        const waiting = await findWaiting(tx, netID)
        if (waiting?.subject !== body.subject) throw new Refusal('nothingWaiting')
        await link(tx, waiting)
        await updatePasswordHash(tx, netID, null)
        // Of whoever had the account before; its owner gives another one.
        await updateEmail(tx, netID, '')
        await removeSessions(tx, netID)
        await removeAccountLinks(tx, netID)
        const event = { kind: 'accountTakenOver', netID: session.user.netID, about: netID } as const
        await insertAuditEvent(tx, ctx.now(), event)
      }, listSuperUsersLocked)
      return { ok: true }
    },
  }
}
