import { can } from '../../shared/access.ts'
import { normalNetID } from '../../shared/accounts/rules.ts'
import { insertAuditEvent } from '../audit/store.ts'
import type { Tx } from '../db/database.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import type { Live } from '../live/live.ts'
import { listDetailed } from './detailed-users.ts'
import { recordEnded } from './ended-sessions.ts'
import { endEmailLinks } from './links/links.ts'
import { isProofUndecided, leaveUnproven } from './netid-proof.ts'
import { changeRole, setConfirmed, setDisabled } from './roles.ts'
import { removeSessions } from './sessions/store.ts'
import { findUser, listSuperUsersLocked, listUsers, lockAccounts } from './store.ts'

/** What line monitors and super users may do with other people's accounts. */
type UserCall =
  | 'listUsers'
  | 'confirmUser'
  | 'updateRole'
  | 'disableUser'
  | 'endSessions'
  | 'netIDProof'
  | 'leaveUnproven'

export function userCalls(ctx: ReadContext, live: Live): Handlers<UserCall> {
  return {
    async listUsers({ session: { user } }) {
      return ctx.db.read((reader) =>
        can(user, 'superUser') ? listDetailed(reader, ctx.now()) : listUsers(reader),
      )
    },

    async confirmUser({ session, body: { netID: given, value }, write }) {
      const netID = normalNetID(given)
      const lockBoth = (tx: Tx) => lockAccounts(tx, [session.user.netID, netID])
      await write(async (tx) => {
        await setConfirmed(ctx, tx, { by: session.user.netID, netID, value })
        await live.personChanged(tx, netID)
      }, lockBoth)
      return { ok: true, netID, isConfirmed: value }
    },

    async updateRole({ session, body, write }) {
      const netID = normalNetID(body.netID)
      await write(async (tx) => {
        const { field, value } = body
        await changeRole(ctx, tx, { by: session.user.netID, netID, field, value })
        await live.personChanged(tx, netID)
      }, listSuperUsersLocked)
      return { ok: true }
    },

    async disableUser({ session, body: { netID: given, value }, write }) {
      const netID = normalNetID(given)
      await write(async (tx) => {
        await setDisabled(ctx, tx, { by: session.user.netID, netID, value })
        await live.personChanged(tx, netID)
      }, listSuperUsersLocked)
      return { ok: true }
    },

    async endSessions({ session, body, write }) {
      const about = normalNetID(body.netID)
      const lockBoth = (tx: Tx) => lockAccounts(tx, [session.user.netID, about])
      const sessions = await write(async (tx) => {
        if (!(await findUser(tx, about))) throw new Refusal('unknownUser')
        const ended = await removeSessions(tx, about)
        await endEmailLinks(tx, about)
        await recordEnded(ctx, live, tx, { by: session.user.netID, about, sessions: ended })
        return ended
      }, lockBoth)
      return { ok: true, sessions }
    },

    async netIDProof() {
      return { isUndecided: await ctx.db.read((reader) => isProofUndecided(ctx.config, reader)) }
    },

    async leaveUnproven({ session, write }) {
      await write(async (tx) => {
        await leaveUnproven(tx, ctx.now())
        const event = { kind: 'netIDsLeftUnproven', netID: session.user.netID } as const
        await insertAuditEvent(tx, ctx.now(), event)
      })
      return { ok: true }
    },
  }
}
