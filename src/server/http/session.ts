import type { User } from '../../shared/accounts/contract.ts'

/** Who is asking: a person by a session that holds now, or a visitor. */
export type Session = { user: User; tokenHash: string } | null

/**
 * How surely a session is known. `now`: as the database has it; whatever changes something asks so.
 * `kept`: on one server the same, and beside others it follows within a second. `before`: as it
 * was within the last minute, for a call that has its own write see that it still holds.
 */
export type Sight = 'now' | 'kept' | 'before'

export type FindSession = (token: string, sight: Sight) => Promise<Session>

export const sessionCookie = 'token'

/** The token of `Authorization: Bearer …`; absent, `null` or misshapen: none. */
export function bearerToken(header: string | undefined): string | undefined {
  const match = /^Bearer +([A-Za-z0-9_-]{43})$/i.exec(header ?? '')
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

/**
 * Does a browser say that the request began on another site? Programs that are no browser send
 * no `Origin` and carry no one's cookie by accident.
 */
export function isForeign(
  headers: { origin?: string | undefined; host?: string | undefined },
  publicUrl: string | null,
): boolean {
  if (headers.origin === undefined) return false
  if (!URL.canParse(headers.origin)) return true
  const origin = new URL(headers.origin)
  if (publicUrl !== null) return origin.origin !== publicUrl
  return origin.host !== headers.host
}
