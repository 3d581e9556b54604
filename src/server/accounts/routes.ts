import type { accountsApi, User } from '../../shared/accounts/contract.ts'
import { checkEmail, cleanRegistration, normalNetID } from '../../shared/accounts/rules.ts'
import type { BackgroundWork } from '../background-work.ts'
import { isTaken } from '../db/database.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { sessionCookie, tokenIn } from '../http/session.ts'
import type { Live } from '../live/live.ts'
import { canMail } from '../mail/account-mail.ts'
import { recordEnded } from './ended-sessions.ts'
import { changeLimit, mailedLimit, recipientLimit, registrationLimit } from './limit-table.ts'
import { linkCalls } from './link-calls.ts'
import { endEmailLinks, mailLink } from './links/links.ts'
import { passwordAsker } from './password-asker.ts'
import { hashPassword } from './passwords.ts'
import { refusedPassword } from './refused-password.ts'
import { isSetupToken, problemsOf, refusedFor, register } from './registration.ts'
import { requireSession } from './require-session.ts'
import { removeSession, removeSessions } from './sessions/store.ts'
import { listSessions, sessionIdOf } from './sessions.ts'
import { setPassword } from './set-password.ts'
import type { SignIns } from './sign-in.ts'
import { isEmailTaken, lockAccounts, updateAccount } from './store.ts'
import { userCalls } from './user-calls.ts'

export function accountsRoutes(
  ctx: ReadContext,
  live: Live,
  signIns: SignIns,
  background: BackgroundWork,
): Handlers<keyof typeof accountsApi> {
  const { limits, giveCookie } = signIns
  const requirePassword = passwordAsker(ctx, limits)

  return {
    async signInWays() {
      const { confirmNetIDs, campus, passwordSignIn: passwords } = ctx.config
      return {
        confirmNetIDs,
        mail: canMail(ctx.config),
        campus: campus?.label ?? null,
        passwords,
      }
    },

    async verifyToken({ session, reply }) {
      // The app calls this at every start: the cookie is renewed to last as long as the session.
      const token = tokenIn(reply.request.headers)
      if (token !== undefined) giveCookie(reply, token)
      return { ...session.user, sessionId: sessionIdOf(session.tokenHash) }
    },

    async logout({ session, reply, write }) {
      if (session !== null) {
        await write(async (tx) => {
          await removeSession(tx, session.tokenHash)
          await live.personChanged(tx, session.user.netID)
        })
      }
      // What another site sends comes without the cookie, and must not take it away.
      if (sessionCookie in reply.request.cookies) reply.clearCookie(sessionCookie, { path: '/' })
      return { ok: true }
    },

    async login({ body, address, reply, aside, write }) {
      const netID = normalNetID(body.netID)
      const { passwordSignIn: passwords } = ctx.config
      const { password } = body
      return aside(() => signIns.byPassword({ netID, password, passwords, address, reply, write }))
    },

    async register({ body, address, aside, write }) {
      // With the set-up link, a super user can always register.
      const { setupToken = '' } = body
      const mayRegister =
        ctx.config.passwordSignIn === 'on' ||
        (await ctx.db.read((reader) => isSetupToken(reader, setupToken)))
      if (!mayRegister) throw new Refusal(setupToken === '' ? 'passwordClosed' : 'setupLinkUsed')
      const problems = await problemsOf(body)
      // Who has an account is not told to somebody who can't register anyway.
      if (Object.keys(problems).length > 0) throw refusedFor(problems)
      const person = cleanRegistration(body)
      const asker = { lane: 'change', account: person.netID, address } as const
      const passwordHash = await aside(() =>
        limits.take(asker, [registrationLimit(address)], () => hashPassword(person.password)),
      )
      await register(ctx, write, person, passwordHash, body.setupToken)
      return { ok: true }
    },

    async me({ session }) {
      return session.user
    },

    async updateEmail({ session, body, address, aside, write }) {
      const email = body.email.trim()
      const refused = checkEmail(email)
      if (refused !== null) throw new Refusal(refused)
      const given = body.currentPassword
      await aside(() => requirePassword({ session, given, address, write }))
      const user: User = { ...session.user, email }
      const asker = { account: user.netID, address }
      await aside(() => limits.pass(asker, changeLimit('email', user.netID)))
      await write(async (tx) => {
        await requireSession(ctx, tx, session)
        if (await isEmailTaken(tx, user)) throw new Refusal('emailTaken')
        const { netID } = user
        if (!canMail(ctx.config)) {
          await updateAccount(tx, netID, { email })
          return
        }
        // It may be a stranger's address.
        await limits.countIn(tx, [mailedLimit(netID, email), recipientLimit(email)])
        await mailLink(ctx, tx, { purpose: 'confirmEmail', netID, email }, email)
      }).catch((error) => {
        throw isTaken(error) ? new Refusal('emailTaken') : error
      })
      return canMail(ctx.config) ? { email: session.user.email, pending: email } : { email }
    },

    async updatePassword({ session, body, address, aside, write }) {
      const refused = await refusedPassword(body.newPassword, session.user)
      if (refused !== null) throw new Refusal(refused)
      const given = body.currentPassword
      await aside(() => requirePassword({ session, given, address, write }))
      const { netID } = session.user
      const asker = { lane: 'change', account: netID, address } as const
      const passwordHash = await aside(() =>
        limits.take(asker, [changeLimit('password', netID)], () => hashPassword(body.newPassword)),
      )
      await write(async (tx) => {
        await requireSession(ctx, tx, session)
        const change = { by: netID, netID, passwordHash, keptSession: session.tokenHash }
        await setPassword(ctx, tx, change)
        await live.personChanged(tx, netID)
      })
      return { ok: true }
    },

    async listSessions({ session }) {
      const { netID } = session.user
      const found = await ctx.db.read((reader) => listSessions(reader, netID, ctx.now()))
      const shown = found.map(({ id, device, createdAt, lastUsedAt, tokenHash }) => ({
        id,
        device,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        isCurrent: tokenHash === session.tokenHash,
      }))
      return shown.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
    },

    async endSession({ session, body, write }) {
      const { netID } = session.user
      await write(async (tx) => {
        await lockAccounts(tx, [netID])
        const own = await listSessions(tx, netID, ctx.now())
        const ended = own.find(({ id }) => id === body.id)
        if (ended === undefined) throw new Refusal('sessionOver')
        await removeSession(tx, ended.tokenHash)
        await endEmailLinks(tx, netID)
        await recordEnded(ctx, live, tx, { by: netID, about: netID, sessions: 1 })
      })
      return { ok: true }
    },

    async endOtherSessions({ session, write }) {
      const { netID } = session.user
      const sessions = await write(async (tx) => {
        await lockAccounts(tx, [netID])
        const ended = await removeSessions(tx, netID, session.tokenHash)
        if (ended > 0) await endEmailLinks(tx, netID)
        await recordEnded(ctx, live, tx, { by: netID, about: netID, sessions: ended })
        return ended
      })
      return { ok: true, sessions }
    },

    ...userCalls(ctx, live),
    ...linkCalls(ctx, live, limits, background),
  }
}
