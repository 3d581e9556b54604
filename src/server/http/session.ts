import type { User } from '../../shared/accounts/contract.ts'

/** Who is asking: a person by a session that holds now, or a visitor. */
export type Session = { user: User; tokenHash: string; signedInAt: Date } | null

/**
 * How fresh the reading of a session must be. `now`: as the database has it; whatever changes something asks so.
 * `cached`: on one server the same, and beside others it follows within a second. `recent`: as it
 * was within the last minute, for a call that has its own write see that it still holds.
 */
export type Freshness = 'now' | 'cached' | 'recent'

export type FindSession = (token: string, freshness: Freshness) => Promise<Session>

export const sessionCookie = 'token'

/** The token of `Authorization: Bearer …`; absent, `null` or misshapen: none. */
export function bearerToken(header: string | undefined): string | undefined {
  const match = /^Bearer +([A-Za-z0-9_-]{43})$/i.exec(header ?? '')
  return match?.[1]
}

/** As whom the token of a program reads; null: it does not hold. */
export type FindScript = (token: string) => Promise<Session>

/** By it the token of a program is told from that of a session, which is as long without it. */
export const scriptTokenPrefix = 'script_'

/** The token of a program in `Authorization: Bearer …`. */
export function scriptToken(header: string | undefined): string | undefined {
  const match = /^Bearer +(script_[A-Za-z0-9_-]{43})$/i.exec(header ?? '')
  return match?.[1]
}

/** The token within a `Cookie` header. */
export function cookieToken(header: string | undefined): string | undefined {
  const match = /(?:^|;\s*)token=([A-Za-z0-9_-]{43})(?:;|$)/.exec(header ?? '')
  return match?.[1]
}

/** The token that let a request in; a bearer header wins over the cookie. */
export function tokenIn(headers: {
  authorization?: string | undefined
  cookie?: string | undefined
}): string | undefined {
  return bearerToken(headers.authorization) ?? cookieToken(headers.cookie)
}

/** What a browser says of where a request began, and of where it goes; no page can make it lie. */
type OriginHeaders = {
  origin?: string | undefined
  host?: string | undefined
  'sec-fetch-site'?: string | string[] | undefined
  'x-forwarded-proto'?: string | string[] | undefined
}

/**
 * Does a browser say that the request began on another site? A sibling under the same domain is
 * another one, and so is another scheme or port. Programs that are no browser say nothing and
 * carry no one's cookie by accident; older browsers say nothing of requests to their own origin.
 */
export function isForeign(headers: OriginHeaders, publicUrl: string | null): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  if (headers.origin === undefined) return false
  if (!URL.canParse(headers.origin)) return true
  const own = publicUrl === null ? ownOrigins(headers) : [publicUrl]
  return !own.includes(new URL(headers.origin).origin)
}

/**
 * What a request itself says its origin is. TLS may end at a proxy, which then names the scheme;
 * where it does not, the browser's own word for "same origin" stands for either.
 */
function ownOrigins(headers: OriginHeaders): string[] {
  const forwarded = headers['x-forwarded-proto']
  const named = /^https?$/i.exec(
    String(forwarded ?? '')
      .split(',')[0]
      ?.trim() ?? '',
  )?.[0]
  const unnamed = headers['sec-fetch-site'] === 'same-origin' ? ['http', 'https'] : ['http']
  return (named === undefined ? unnamed : [named])
    .map((scheme) => `${scheme}://${headers.host ?? ''}`)
    .flatMap((address) => (URL.canParse(address) ? [new URL(address).origin] : []))
}
