import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { screens } from '../../shared/screens.ts'
import { campusLimit, isFirstUse } from '../accounts/limits.ts'
import type { SignIns } from '../accounts/sign-in.ts'
import { isTaken } from '../accounts/store.ts'
import { addressReader } from '../address.ts'
import type { Context } from '../context.ts'
import { type Arrival, arrive } from './arrive.ts'
import { pendingLastsMs, pendingSignIns } from './pending.ts'
import { isUnavailable, openProvider } from './provider.ts'
import { netIDIn, personIn } from './rules.ts'

const beginning = '/auth/campus'
const ending = '/auth/campus/callback'

/** Kept by the browser that began, and told to these two addresses alone. */
const cookie = 'campus'

/**
 * The two addresses of a sign-in through the campus: one leads to the provider, which leads back to
 * the other. What came of it stands behind the #, where no server's log sees it. Without the
 * settings there is neither.
 */
export function serveCampus(app: FastifyInstance, ctx: Context, signIns: SignIns): void {
  const { campus, publicUrl, trustProxy } = ctx.config
  if (campus === null || publicUrl === null) return
  const { netIDClaim, scopeDomain } = campus
  const provider = openProvider(campus, ctx)
  const pending = pendingSignIns(ctx)
  const addressOf = addressReader(trustProxy)
  const cookieOptions = {
    path: beginning,
    httpOnly: true,
    // The provider leads back from another site.
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
  } as const

  async function begin(reply: FastifyReply): Promise<string> {
    const begun = { state: ctx.newToken(), nonce: ctx.newToken(), verifier: ctx.newToken() }
    const address = await provider.addressFor(`${publicUrl}${ending}`, begun)
    const maxAge = pendingLastsMs / 1000
    reply.setCookie(cookie, pending.seal(begun), { ...cookieOptions, maxAge })
    return address
  }

  async function end(request: FastifyRequest, reply: FastifyReply): Promise<Arrival> {
    // Never from what the request says of its own host.
    const address = new URL(`${publicUrl}${request.url}`)
    const begun = pending.unseal(request.cookies[cookie])
    if (begun === null || address.searchParams.get('state') !== begun.state) return refused
    reply.clearCookie(cookie, cookieOptions)
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
        arrive(ctx, tx, identity, person, (netID) => signIns.open(tx, netID, reply)),
      )
    return enter().catch((error) => {
      // Somebody took the netID or the address at the same moment: it is decided anew.
      if (isTaken(error)) return enter()
      throw error
    })
  }

  /** A person stands before it: whatever goes wrong is said on the screen that they came from. */
  function problemOf(error: unknown): Arrival {
    ctx.log.warn({ err: error }, 'a sign-in through the campus failed')
    return isUnavailable(error) ? { problem: 'campusUnavailable' } : refused
  }

  function redirect(reply: FastifyReply, to: string): FastifyReply {
    return reply.header('cache-control', 'no-store').redirect(to, 302)
  }
  const toLogin = (reply: FastifyReply, arrival: Arrival) =>
    redirect(reply, `${screens.login.path}#${new URLSearchParams(arrival)}`)

  // A HEAD would begin or end a sign-in that nobody sees.
  app.get(beginning, { exposeHeadRoute: false }, async (_request, reply) => {
    const address = await begin(reply).catch(problemOf)
    return typeof address === 'string' ? redirect(reply, address) : toLogin(reply, address)
  })

  app.get(ending, { exposeHeadRoute: false }, async (request, reply) => {
    const limit = campusLimit(addressOf(request.raw))
    const arrival = await signIns.limits.take(limit, () => end(request, reply)).catch(problemOf)
    if ('session' in arrival) signIns.giveCookie(reply, arrival.session)
    return toLogin(reply, arrival)
  })
}

const refused = { problem: 'campusRefused' } as const
