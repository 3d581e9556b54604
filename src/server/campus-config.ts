import { isLoopback } from './loopback.ts'

/** Sign-in through the campus, by OpenID Connect. */
export type CampusConfig = {
  /** As it was given: https, or http on a loopback address. */
  issuer: string
  clientId: string
  clientSecret: string
  /** The claim that holds the netID; one that people can't edit at the provider. */
  netIDClaim: string
  /**
   * The claim must end in `@` and this domain, which is removed; null: the claim is the netID
   * itself.
   */
  scopeDomain: string | null
  label: string
}

type Setting = <T>(
  name: string,
  fallback: T,
  parse: (text: string) => T | undefined,
  expected: string,
) => T

/** null: not configured. Adds everything wrong or missing to `problems`. */
export function campusSettings(
  setting: Setting,
  isAbsent: (name: string) => boolean,
  problems: string[],
): CampusConfig | null {
  const text = (name: string, fallback = '') => setting(name, fallback, (given) => given, 'a text')
  const campus = {
    issuer: setting(
      'OIDC_ISSUER',
      '',
      issuer,
      'an https address, or http on this machine (http://127.0.0.1:3005)',
    ),
    clientId: text('OIDC_CLIENT_ID'),
    clientSecret: text('OIDC_CLIENT_SECRET'),
    netIDClaim: text('OIDC_NETID_CLAIM'),
    scopeDomain: setting<string | null>(
      'OIDC_SCOPE_DOMAIN',
      null,
      domain,
      'a domain like example.edu',
    ),
    label: text('OIDC_LABEL', 'Sign in with your campus account'),
  }
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NETID_CLAIM']
  const given = names.find((name) => !isAbsent(name))
  if (given !== undefined) {
    for (const name of names.filter(isAbsent)) problems.push(`${name} must be set with ${given}`)
    // Redirects must not depend on the Host header, which the client chooses.
    if (isAbsent('PUBLIC_URL')) problems.push(`PUBLIC_URL must be set with ${given}`)
  }
  return given === undefined ? null : campus
}

/** The part of an address after the @. */
export function domain(text: string): string | undefined {
  return /^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/i.test(text) ? text.toLowerCase() : undefined
}

/** Plain http is allowed on this machine only: others could read and change it on the way. */
function issuer(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const { protocol, search, hash, username, password } = url
  const isPlain = `${search}${hash}${username}${password}` === ''
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(url))
  return isPlain && isSafe ? text : undefined
}
