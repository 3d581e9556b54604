import type { accountsApi, User } from '../../shared/accounts/contract.ts'
import {
  checkEmail,
  checkPassword,
  checkRegistration,
  normalNetID,
} from '../../shared/accounts/rules.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { sessionCookie } from '../http/session.ts'
import type { Live } from '../live/live.ts'
import { insertAuditEvent } from '../record/store.ts'
import { recordFailure, registrationLimits, signInLimits, takeAttempt } from './limits.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { register } from './registration.ts'
import { changeRole } from './roles.ts'
import { openSession, sessionLastsMs } from './sessions.ts'
import {
  findPasswordHash,
  findUser,
  isEmailTaken,
  isTaken,
  listUsers,
  removeSession,
  removeSessions,
  updateEmail,
  updatePasswordHash,
} from './store.ts'

export function accountsRoutes(ctx: Context, live: Live): Handlers<keyof typeof accountsApi> {
  return {
    async verifyToken({ session }) {
      return session.user
    },

    async logout({ session, reply }) {
      if (session !== null) {
        const { netID } = session.user
        await ctx.db.transaction(async (tx) => {
          await removeSession(tx, session.tokenHash)
          await live.ring(tx, `person ${netID}`)
        })
        await live.personChanged(netID)
      }
      reply.clearCookie(sessionCookie, { path: '/' })
      return { ok: true }
    },

    async login({ body, address, reply }) {
      const netID = normalNetID(body.netID)
      const attempt = await takeAttempt(ctx, signInLimits(netID, address))
      const passwordHash = await ctx.db.read((reader) => findPasswordHash(reader, netID))
      if (!(await passwordMatches(passwordHash ?? null, body.password))) {
        await ctx.db.transaction((tx) => recordFailure(ctx, tx, netID))
        throw new Refusal('wrongCredentials')
      }
      await attempt.giveBack()
      const { token, user } = await ctx.db.transaction(async (tx) => {
        const found = await findUser(tx, netID)
        if (found === undefined) throw new Refusal('wrongCredentials')
        return { user: found, token: await openSession(ctx, tx, netID) }
      })
      reply.setCookie(sessionCookie, token, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: ctx.config.publicUrl?.startsWith('https:') ?? false,
        maxAge: sessionLastsMs / 1000,
      })
      return { token, ...user }
    },

    async register({ body, address }) {
      const checked = checkRegistration(body)
      if (typeof checked === 'string') throw new Refusal(checked)
      await takeAttempt(ctx, registrationLimits(address))
      await register(ctx, checked, body.setupToken)
      return { ok: true }
    },

    async me({ session }) {
      return session.user
    },

    async updateEmail({ session, body }) {
      const email = body.email.trim()
      const refused = checkEmail(email)
      if (refused !== null) throw new Refusal(refused)
      const user: User = { ...session.user, email }
      await ctx.db
        .transaction(async (tx) => {
          if (await isEmailTaken(tx, user)) throw new Refusal('emailTaken')
          await updateEmail(tx, user.netID, email)
        })
        .catch((error) => {
          throw isTaken(error) ? new Refusal('emailTaken') : error
        })
      return { email }
    },

    async updatePassword({ session, body }) {
      const refused = checkPassword(body.newPassword)
      if (refused !== null) throw new Refusal(refused)
      const passwordHash = await hashPassword(body.newPassword)
      const { netID } = session.user
      await ctx.db.transaction(async (tx) => {
        await updatePasswordHash(tx, netID, passwordHash)
        await removeSessions(tx, netID, session.tokenHash)
        await insertAuditEvent(tx, ctx.now(), { kind: 'passwordChanged', netID, about: netID })
        await live.ring(tx, `person ${netID}`)
      })
      await live.personChanged(netID)
      return { ok: true }
    },

    async listUsers() {
      return ctx.db.read(listUsers)
    },

    async updateRole({ session, body }) {
      const netID = normalNetID(body.netID)
      await ctx.db.transaction(async (tx) => {
        const { field, value } = body
        await changeRole(ctx, tx, { by: session.user.netID, netID, field, value })
        await live.ring(tx, `person ${netID}`)
      })
      await live.personChanged(netID)
      return { ok: true }
    },
  }
}
