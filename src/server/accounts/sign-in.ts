import type { FastifyReply } from 'fastify'
import type { PasswordSignIn, User } from '../../shared/accounts/contract.ts'
import type { Api } from '../../shared/api.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { sessionCookie } from '../http/session.ts'
import type { Write } from '../http/write.ts'
import type { Live } from '../live/live.ts'
import { deviceOf } from './device.ts'
import { knownDevices, knownForS } from './known-device.ts'
import { netIDLimit, signInLimit } from './limit-table.ts'
import { type Limiting, openLimits, recordFailure } from './limits.ts'
import { passwordMatches } from './passwords.ts'
import { openSession, sessionLastsMs } from './sessions.ts'
import {
  findAccount,
  findPasswordHash,
  findPasswordHashLocked,
  findResetLinkMade,
  findUser,
  updateAccount,
} from './store.ts'

type ByPassword = {
  netID: string
  password: string
  /** Who may sign in by password here. */
  passwords: PasswordSignIn
  address: string
  reply: FastifyReply
  write: Write
  /** Runs in the same transaction as the sign-in. */
  also?: (tx: Tx) => Promise<Partial<User>>
}

/** The part of the login's response that is not the user. */
type Opened = Pick<ResponseOf<Api['login']>, 'token' | 'resetLinkMadeAt'>

export type SignIns = ReturnType<typeof openSignIns>

/** Opens sessions and checks passwords, for every way to sign in. */
export function openSignIns(ctx: Limiting & Pick<Context, 'newToken' | 'secretKey'>, live: Live) {
  const limits = openLimits(ctx)
  const devices = knownDevices(ctx.secretKey)
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
    const options = {
      // For login and link-campus: both ask for the password of this netID.
      path: '/api/profile',
      httpOnly: true,
      sameSite: 'strict',
      secure,
    } as const
    const before = Object.keys(reply.request.cookies)
    for (const name of devices.surplusOf(before, netID)) reply.clearCookie(name, options)
    const given = devices.sign(netID, id)
    reply.setCookie(devices.cookieOf(netID), given, { ...options, maxAge: knownForS })
  }

  /**
   * Opens a session for this browser; returns its token, which `giveCookie` sends after the commit,
   * and, once, when a super user made a reset link.
   */
  async function open(tx: Tx, netID: string, { request }: FastifyReply): Promise<Opened> {
    const device = deviceOf(request.headers['user-agent'])
    const { token, ended } = await openSession(ctx, tx, netID, device)
    if (ended) await live.personChanged(tx, netID)
    const resetLinkMadeAt = await findResetLinkMade(tx, netID)
    if (resetLinkMadeAt === null) return { token }
    await updateAccount(tx, netID, { resetLinkMadeAt: null })
    return { token, resetLinkMadeAt: resetLinkMadeAt.toISOString() }
  }

  /** 401 for a wrong netID and a wrong password alike; slowed, then 429, after many of them. */
  async function byPassword(given: ByPassword): Promise<ResponseOf<Api['login']>> {
    const { netID, address, reply, write } = given
    const onlySuperUsers = given.passwords === 'superusers'
    const refusal = onlySuperUsers ? 'passwordClosed' : 'wrongCredentials'
    const deviceId = devices.idIn(reply.request.cookies[devices.cookieOf(netID)], netID)
    const isKnown = deviceId !== null
    const lane = isKnown ? 'signInFromKnownDevice' : 'signIn'
    const ofAsker = signInLimit(netID, isKnown ? devices.budgetOf(deviceId) : address)
    // The limit for all addresses does not apply to a known device.
    const ofAll = isKnown ? [] : [netIDLimit(netID)]
    let passwordHash: string | null = null
    const asker = { lane, account: netID, address } as const
    const isRight = await limits.takeFailure(asker, [ofAsker, ...ofAll], async () => {
      const user = await ctx.db.read(async (reader) => {
        passwordHash = await findPasswordHash(reader, netID)
        return findUser(reader, netID)
      })
      const matches = await passwordMatches(passwordHash, given.password)
      return matches && (!onlySuperUsers || user?.isSuperUser === true)
    })
    if (!isRight) {
      await write((tx) => recordFailure(ctx, tx, netID))
      throw new Refusal(refusal)
    }
    const { user, opened } = await write(async (tx) => {
      // If the password changed while it was checked, no session may open.
      const stillHolds = (await findPasswordHashLocked(tx, netID)) === passwordHash
      const found = stillHolds ? await findAccount(tx, netID) : undefined
      if (found === undefined || (onlySuperUsers && !found.isSuperUser)) throw new Refusal(refusal)
      if (found.isDisabled) throw new Refusal('accountDisabled')
      const changed = await given.also?.(tx)
      return { user: { ...found, ...changed }, opened: await open(tx, netID, reply) }
    })
    giveCookie(reply, opened.token)
    giveDeviceCookie(reply, netID, deviceId ?? ctx.newToken())
    return { ...user, ...opened }
  }

  return { limits, giveCookie, open, byPassword }
}
