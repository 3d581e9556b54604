import { normalNetID } from '../../shared/accounts/rules.ts'
import type { campusApi } from '../../shared/campus/contract.ts'
import { endAccess } from '../accounts/ended-sessions.ts'
import { setConfirmed } from '../accounts/roles.ts'
import type { SignIns } from '../accounts/sign-in.ts'
import {
  findUser,
  listSuperUsersLocked,
  lockAccounts,
  removeNoticeSettings,
  updateAccount,
} from '../accounts/store.ts'
import { insertAuditEvent } from '../audit/store.ts'
import { sha256 } from '../context.ts'
import type { Reader, Tx } from '../db/database.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import type { Live } from '../live/live.ts'
import { ticketLastsMs } from './rules.ts'
import { findTicket, findWaiting, insertIdentity, type Waiting } from './store.ts'

export function campusRoutes(
  ctx: ReadContext,
  live: Live,
  signIns: SignIns,
): Handlers<keyof typeof campusApi> {
  async function goodTicket(reader: Reader, ticket: string) {
    const found = await findTicket(reader, sha256(ticket))
    const isLate = found && ctx.now().getTime() >= found.at.getTime() + ticketLastsMs
    if (found === undefined || isLate) throw new Refusal('linkOver')
    return found
  }

  /** Links the campus identity to the account, which also proves its netID; `by`: who does it. */
  async function link(tx: Tx, by: string, { netID, ...identity }: Waiting): Promise<void> {
    await insertIdentity(tx, identity, netID, ctx.now())
    await setConfirmed(ctx, tx, { by, netID, value: true })
    await live.personChanged(tx, netID)
  }

  return {
    async linkCampus({ body: { ticket, password }, address, reply, aside, write }) {
      const { netID } = await ctx.db.read((reader) => goodTicket(reader, ticket))
      const asked = {
        netID,
        password,
        // The password only proves who owns the account, so it counts even where password sign-in
        // is off.
        passwords: 'on',
        address,
        reply,
        write,
        // The account is locked here: of two people who link it at once, the second is refused.
        async also(tx: Tx) {
          await link(tx, netID, await goodTicket(tx, ticket))
          return { isConfirmed: true }
        },
      } as const
      return aside(() => signIns.byPassword(asked))
    },

    async handOverToCampus({ session, body, write }) {
      const netID = normalNetID(body.netID)
      await write(async (tx) => {
        await lockAccounts(tx, [netID])
        if (!(await findUser(tx, netID))) throw new Refusal('unknownUser')
        const waiting = await findWaiting(tx, netID)
        if (waiting?.subject !== body.subject) throw new Refusal('nothingWaiting')
        await link(tx, session.user.netID, waiting)
        // These may be of whoever registered the account: its owner brings their own with the next
        // sign-in.
        const names = { firstName: netID, lastName: '' }
        await updateAccount(tx, netID, { ...names, passwordHash: null, email: '' })
        await removeNoticeSettings(tx, netID)
        await endAccess(tx, netID)
        const event = { kind: 'accountTakenOver', netID: session.user.netID, about: netID } as const
        await insertAuditEvent(tx, ctx.now(), event)
      }, listSuperUsersLocked)
      return { ok: true }
    },
  }
}
