import type { User } from '../../shared/accounts/contract.ts'

/** Who sends a request: a person with a valid session; null: a visitor. */
export type Session = {
  user: User
  tokenHash: string
  signedInAt: Date
  /** A program sends it, by a token of its own. */
  isScript?: true
} | null

/**
 * How fresh a session must be. `current`: read from the database, for everything that writes.
 * `cached`: the same on a single server, up to a second old beside other servers. `recent`: up to
 * a minute old, for calls whose own write checks that the session still holds.
 */
export type Freshness = 'current' | 'cached' | 'recent'

export type FindSession = (token: string, freshness: Freshness) => Promise<Session>

export const sessionCookie = 'token'

/** Distinguishes a program's token from a session's, which otherwise has the same form. */
export const scriptTokenPrefix = 'script_'

const token = '[A-Za-z0-9_-]{43}'
const bearerPattern = new RegExp(`^Bearer +(${token})$`, 'i')
const scriptPattern = new RegExp(`^Bearer +(${scriptTokenPrefix}${token})$`, 'i')
const cookiePattern = new RegExp(`(?:^|;\\s*)${sessionCookie}=(${token})(?:;|$)`)

/** The token of `Authorization: Bearer …`; undefined if missing, `null` or malformed. */
export function bearerToken(header: string | undefined): string | undefined {
  return bearerPattern.exec(header ?? '')?.[1]
}

/** The session for a program's token; null: the token is not valid. */
export type FindScript = (token: string) => Promise<Session>

/** The program's token in `Authorization: Bearer …`. */
export function scriptToken(header: string | undefined): string | undefined {
  return scriptPattern.exec(header ?? '')?.[1]
}

/** The token in a `Cookie` header. */
export function cookieToken(header: string | undefined): string | undefined {
  return cookiePattern.exec(header ?? '')?.[1]
}

/** The token of a request; a bearer header takes precedence over the cookie. */
export function tokenIn(headers: {
  authorization?: string | undefined
  cookie?: string | undefined
}): string | undefined {
  return bearerToken(headers.authorization) ?? cookieToken(headers.cookie)
}

/** Headers by which a browser says where a request came from and goes to; pages cannot set them. */
type OriginHeaders = {
  origin?: string | undefined
  host?: string | undefined
  'sec-fetch-site'?: string | string[] | undefined
  'x-forwarded-proto'?: string | string[] | undefined
}

/**
 * Does the browser say that the request came from another site? A sibling domain is another site,
 * and so is another scheme or port. Programs that are no browsers do not send these headers, nor
 * anybody's cookie by accident; older browsers omit them for their own origin.
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
 * The request's own origin, by its headers. If TLS ends at a proxy, the proxy names the scheme; if
 * it does not, both schemes count where the browser says "same origin".
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
