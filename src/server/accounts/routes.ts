import type { FastifyReply } from 'fastify'
import type { accountsApi, User } from '../../shared/accounts/contract.ts'
import { checkEmail, checkRegistration, normalNetID } from '../../shared/accounts/rules.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Handlers } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { sessionCookie, tokenIn } from '../http/session.ts'
import type { Live } from '../live/live.ts'
import { insertAuditEvent } from '../record/store.ts'
import { refusedPassword } from './common-passwords.ts'
import { deviceOf } from './device.ts'
import { knownDevices, knownForS } from './known-device.ts'
import {
  changeLimit,
  netIDLimit,
  openLimits,
  recordFailure,
  registrationLimit,
  signInLimit,
} from './limits.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { register } from './registration.ts'
import { changeRole } from './roles.ts'
import { listSessions, openSession, sessionLastsMs } from './sessions.ts'
import {
  findPasswordHash,
  findPasswordHashLocked,
  findUser,
  isEmailTaken,
  isTaken,
  listSuperUsersLocked,
  listUsers,
  removeSession,
  removeSessions,
  updateEmail,
  updatePasswordHash,
} from './store.ts'
import { passwordTurns } from './turns.ts'

export function accountsRoutes(ctx: Context, live: Live): Handlers<keyof typeof accountsApi> {
  const limits = openLimits(ctx)
  const turns = passwordTurns()
  const devices = knownDevices(ctx.secretKey)

  /** Writes down whose sessions were ended by whom, and lets their pages go; gives how many. */
  async function afterEnding(tx: Tx, by: string, about: string, ended: string[]): Promise<number> {
    const sessions = ended.length
    if (sessions === 0) return 0
    const event = { kind: 'sessionsEnded', netID: by, about, sessions } as const
    await insertAuditEvent(tx, ctx.now(), event)
    await live.ring(tx, `person ${about}`)
    tx.afterCommit(() => void live.personChanged(about))
    return sessions
  }

  const secure = ctx.config.publicUrl?.startsWith('https:') ?? false

  function giveCookie(reply: FastifyReply, token: string): void {
    reply.setCookie(sessionCookie, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      maxAge: sessionLastsMs / 1000,
    })
  }

  function giveDeviceCookie(reply: FastifyReply, netID: string, id: string): void {
    reply.setCookie(devices.cookieOf(netID), devices.sign(netID, id), {
      path: '/api/profile/login',
      httpOnly: true,
      sameSite: 'strict',
      secure,
      maxAge: knownForS,
    })
  }

  return {
    async verifyToken({ session, reply }) {
      // The app asks at each start: what it keeps lasts as long as what is kept here.
      const token = tokenIn(reply.request.headers)
      if (token !== undefined) giveCookie(reply, token)
      return session.user
    },

    async logout({ session, reply, write }) {
      if (session !== null) {
        const { netID } = session.user
        await write(async (tx) => {
          await removeSession(tx, session.tokenHash)
          await live.ring(tx, `person ${netID}`)
        })
        await live.personChanged(netID)
      }
      reply.clearCookie(sessionCookie, { path: '/' })
      return { ok: true }
    },

    async login({ body, address, reply, write }) {
      const device = deviceOf(reply.request.headers['user-agent'])
      const netID = normalNetID(body.netID)
      const deviceId = devices.idIn(reply.request.cookies[devices.cookieOf(netID)], netID)
      const asker = { netID, from: deviceId === null ? address : `device ${deviceId}` }
      const turn = deviceId === null ? turns.signIn : turns.signInFromKnownDevice
      // What strangers guess from anywhere does not slow a device that is known.
      const ofAll = deviceId === null ? [netIDLimit(netID)] : []
      let passwordHash: string | undefined
      const isRight = await limits.takeFailure([signInLimit(asker), ...ofAll], () =>
        turn(asker, async () => {
          passwordHash = await ctx.db.read((reader) => findPasswordHash(reader, netID))
          return passwordMatches(passwordHash ?? null, body.password)
        }),
      )
      if (!isRight) {
        await write((tx) => recordFailure(ctx, tx, netID))
        throw new Refusal('wrongCredentials')
      }
      const { token, user, ended } = await write(async (tx) => {
        // While it was verified the password may have been changed, which ends what it opened.
        const stillHolds = (await findPasswordHashLocked(tx, netID)) === passwordHash
        const found = stillHolds ? await findUser(tx, netID) : undefined
        if (found === undefined) throw new Refusal('wrongCredentials')
        const opened = await openSession(ctx, tx, netID, device)
        if (opened.ended) await live.ring(tx, `person ${netID}`)
        return { user: found, ...opened }
      })
      if (ended) await live.personChanged(netID)
      giveCookie(reply, token)
      giveDeviceCookie(reply, netID, deviceId ?? ctx.newToken())
      return { token, ...user }
    },

    async register({ body, address }) {
      const checked = checkRegistration(body)
      if (typeof checked === 'string') throw new Refusal(checked)
      const refused = await refusedPassword(checked.password, checked)
      if (refused !== null) throw new Refusal(refused)
      const passwordHash = await limits.take(registrationLimit(address), () =>
        turns.change({ netID: checked.netID, from: address }, () => hashPassword(checked.password)),
      )
      await register(ctx, checked, passwordHash, body.setupToken)
      return { ok: true }
    },

    async me({ session }) {
      return session.user
    },

    async updateEmail({ session, body, write }) {
      const email = body.email.trim()
      const refused = checkEmail(email)
      if (refused !== null) throw new Refusal(refused)
      const user: User = { ...session.user, email }
      const change = () =>
        write(async (tx) => {
          if (await isEmailTaken(tx, user)) throw new Refusal('emailTaken')
          await updateEmail(tx, user.netID, email)
        })
      await limits.take(changeLimit('email', user.netID), change).catch((error) => {
        throw isTaken(error) ? new Refusal('emailTaken') : error
      })
      return { email }
    },

    async updatePassword({ session, body, address, write }) {
      const refused = await refusedPassword(body.newPassword, session.user)
      if (refused !== null) throw new Refusal(refused)
      const { netID } = session.user
      const passwordHash = await limits.take(changeLimit('password', netID), () =>
        turns.change({ netID, from: address }, () => hashPassword(body.newPassword)),
      )
      await write(async (tx) => {
        await updatePasswordHash(tx, netID, passwordHash)
        await removeSessions(tx, netID, session.tokenHash)
        await insertAuditEvent(tx, ctx.now(), { kind: 'passwordChanged', netID, about: netID })
        await live.ring(tx, `person ${netID}`)
      })
      await live.personChanged(netID)
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
        const own = await listSessions(tx, netID, ctx.now())
        const ended = own.find(({ id }) => id === body.id)
        if (ended === undefined) throw new Refusal('sessionOver')
        await removeSession(tx, ended.tokenHash)
        await afterEnding(tx, netID, netID, [ended.tokenHash])
      })
      return { ok: true }
    },

    async endOtherSessions({ session, write }) {
      const { netID } = session.user
      const sessions = await write(async (tx) =>
        afterEnding(tx, netID, netID, await removeSessions(tx, netID, session.tokenHash)),
      )
      return { ok: true, sessions }
    },

    async listUsers() {
      return ctx.db.read(listUsers)
    },

    async updateRole({ session, body, write }) {
      const netID = normalNetID(body.netID)
      await write(async (tx) => {
        const { field, value } = body
        await changeRole(ctx, tx, { by: session.user.netID, netID, field, value })
        await live.ring(tx, `person ${netID}`)
      }, listSuperUsersLocked)
      await live.personChanged(netID)
      return { ok: true }
    },

    async endSessions({ session, body, write }) {
      const netID = normalNetID(body.netID)
      const sessions = await write(async (tx) => {
        if (!(await findUser(tx, netID))) throw new Refusal('unknownUser')
        return afterEnding(tx, session.user.netID, netID, await removeSessions(tx, netID))
      })
      return { ok: true, sessions }
    },
  }
}
