import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { screens } from '../../shared/screens.ts'
import { campusLimit } from '../accounts/limit-table.ts'
import { isFirstUse } from '../accounts/limits.ts'
import type { SignIns } from '../accounts/sign-in.ts'
import { addressReader } from '../address.ts'
import type { Context } from '../context.ts'
import { isTaken } from '../db/database.ts'
import type { Live } from '../live/live.ts'
import { type Arrival, arrive } from './arrive.ts'
import { pendingLastsMs, pendingSignIns } from './pending.ts'
import { isUnavailable, openProvider } from './provider.ts'
import { netIDIn, personIn } from './rules.ts'

const beginning = '/auth/campus'
const ending = '/auth/campus/callback'

/**
 * The cookie of a started sign-in, sent to these two addresses only. Each has its own, because a
 * person may begin in several tabs.
 */
const cookieOf = (state: string) => `campus-${state.slice(0, 8)}`
const isCookie = (name: string) => name.startsWith(cookieOf(''))
/** So many sign-ins may be under way in one browser; each cookie has some 300 bytes. */
const startedAtMost = 5

/**
 * The two addresses of a campus sign-in: the first redirects to the provider, which redirects back
 * to the second. The result follows the #, so that no server logs it. Not served without the
 * settings.
 */
export function serveCampus(
  app: FastifyInstance,
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'newToken' | 'now' | 'secretKey'>,
  live: Live,
  signIns: SignIns,
): void {
  const { campus, publicUrl, trustProxy } = ctx.config
  if (campus === null || publicUrl === null) return
  const { netIDClaim, scopeDomain } = campus
  const provider = openProvider(campus, ctx)
  const pending = pendingSignIns(ctx)
  const addressOf = addressReader(trustProxy)
  const cookieOptions = {
    path: beginning,
    httpOnly: true,
    // `lax`, because the provider redirects from another site.
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
  } as const

  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const begun = { state: ctx.newToken(), nonce: ctx.newToken(), verifier: ctx.newToken() }
    const isAgain = new URL(`${publicUrl}${request.url}`).searchParams.get('again') === '1'
    const address = await provider.addressFor(`${publicUrl}${ending}`, begun, isAgain)
    const maxAge = pendingLastsMs / 1000
    // A browser sends the oldest first.
    const before = Object.keys(request.cookies).filter(isCookie)
    for (const name of before.slice(0, 1 - startedAtMost)) reply.clearCookie(name, cookieOptions)
    reply.setCookie(cookieOf(begun.state), pending.seal(begun), { ...cookieOptions, maxAge })
    return address
  }

  async function end(request: FastifyRequest, reply: FastifyReply): Promise<Arrival> {
    // Never from the Host header, which the client chooses.
    const address = new URL(`${publicUrl}${request.url}`)
    const state = address.searchParams.get('state') ?? ''
    const begun = pending.unseal(request.cookies[cookieOf(state)])
    // Without a started sign-in, nothing is counted: a link on any page can cause this request.
    if (begun?.state !== state) return refused
    reply.clearCookie(cookieOf(state), cookieOptions)
    const from = addressOf(request.raw)
    const uncount = await signIns.limits.pass({ account: null, address: from }, campusLimit(from))
    const isFirst = await ctx.db.transaction((tx) =>
      isFirstUse(ctx, tx, begun.state, pendingLastsMs),
    )
    if (!isFirst) return refused
    const claims = await provider.claimsOf(address, begun)
    const netID = netIDIn(claims[netIDClaim], scopeDomain)
    if (netID === null) return { problem: 'campusNoNetID' }
    const person = personIn(claims, netID)
    const identity = { issuer: claims.iss, subject: claims.sub }
    const enter = () =>
      ctx.db.transaction((tx) =>
        arrive(ctx, live, tx, identity, person, async (netID) => {
          const { token: session, ...told } = await signIns.open(tx, netID, reply)
          return { session, ...told }
        }),
      )
    const arrival = await enter().catch((error) => {
      // Somebody took the netID or the address at the same moment: decide again.
      if (isTaken(error)) return enter()
      throw error
    })
    if ('session' in arrival) await uncount()
    return arrival
  }

  /** A person waits in the browser, so every failure becomes a message on the sign-in screen. */
  function problemOf(error: unknown): Arrival {
    ctx.log.warn({ err: error }, 'a sign-in through the campus failed')
    return isUnavailable(error) ? { problem: 'campusUnavailable' } : refused
  }

  function redirect(reply: FastifyReply, to: string): FastifyReply {
    return reply.header('cache-control', 'no-store').redirect(to, 302)
  }
  const toLogin = (reply: FastifyReply, arrival: Arrival) =>
    redirect(reply, `${screens.login.path}#${new URLSearchParams(arrival)}`)

  // A HEAD request must not start or end a sign-in.
  app.get(beginning, { exposeHeadRoute: false }, async (request, reply) => {
    const address = await begin(request, reply).catch(problemOf)
    return typeof address === 'string' ? redirect(reply, address) : toLogin(reply, address)
  })

  app.get(ending, { exposeHeadRoute: false }, async (request, reply) => {
    const arrival = await end(request, reply).catch(problemOf)
    if ('session' in arrival) signIns.giveCookie(reply, arrival.session)
    return toLogin(reply, arrival)
  })
}

const refused = { problem: 'campusRefused' } as const
