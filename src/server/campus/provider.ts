import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import type { CampusConfig } from '../campus-config.ts'
import type { Context } from '../context.ts'
import type { Pending } from './pending.ts'
import { type Claims, personClaims } from './rules.ts'

/** How far its clock and ours may be apart, in seconds. */
const skewS = 60
/** For each answer of the provider, in seconds. */
const answersWithinS = 10
/** A key that the provider changed, also under the same name, is known after this. */
const knownForMs = 60_000

/** Not reachable, no answer in time, or an error of its own. */
class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** What the provider said is not to be believed. */
class ProviderNotBelieved extends Error {
  override name = 'ProviderNotBelieved'
}

/**
 * The provider of the campus, by OpenID Connect with the authorization code, PKCE, state and nonce.
 * Throws ProviderUnavailable, or what the library says is wrong with an answer.
 */
export function openProvider(campus: CampusConfig, { now }: Pick<Context, 'now'>) {
  let known: { at: number; provider: Promise<Configuration> } | undefined

  /** Discovered when it is first needed, and again where that failed or is a minute old. */
  function configuration(): Promise<Configuration> {
    const at = now().getTime()
    if (known !== undefined && Math.abs(at - known.at) < knownForMs) return known.provider
    const discovered = { at, provider: discover(campus) }
    known = discovered
    discovered.provider.catch(() => {
      if (known === discovered) known = undefined
    })
    return discovered.provider
  }

  return {
    /** The provider's own page for signing in. */
    async addressFor(redirectUri: string, { state, nonce, verifier }: Pending): Promise<string> {
      const provider = await configuration()
      const address = buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return address.href
    },

    /** What it says of whoever came back to this address. */
    async claimsOf(address: URL, pending: Pending): Promise<Claims & { iss: string; sub: string }> {
      const provider = await configuration()
      const tokens = await authorizationCodeGrant(provider, address, {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new ProviderNotBelieved('there is no ID token')
      if (claims.iat > now().getTime() / 1000 + skewS) {
        throw new ProviderNotBelieved('the ID token was issued in the future')
      }
      const wanted = [campus.netIDClaim, ...personClaims]
      if (wanted.every((name) => claims[name] !== undefined)) return claims
      // Some providers say there what they leave out of the ID token.
      const more = await userInfo(provider, tokens.access_token, claims.sub)
      return { ...more, ...claims }
    },
  }
}

async function userInfo(provider: Configuration, token: string, subject: string): Promise<Claims> {
  if (provider.serverMetadata().userinfo_endpoint === undefined) return {}
  try {
    return await fetchUserInfo(provider, token, subject)
  } catch (error) {
    if (isUnavailable(error)) throw error
    return {}
  }
}

function discover(campus: CampusConfig): Promise<Configuration> {
  const issuer = new URL(campus.issuer)
  const metadata = { [clockTolerance]: skewS }
  return discovery(issuer, campus.clientId, metadata, secretOf(campus.clientSecret), {
    timeout: answersWithinS,
    [customFetch]: answered,
    execute: [
      // Else the signature of an ID token that comes from the provider itself is not looked at.
      enableNonRepudiationChecks,
      ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
    ],
  })
}

/** In the way that the provider takes; in the header where it does not say, as is specified. */
function secretOf(clientSecret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)]
  return (provider, ...request) => {
    const taken = provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const way = taken.includes('client_secret_basic') ? basic : post
    return way(provider, ...request)
  }
}

/** The whole answer, within the time that the library gives it. */
const answered: CustomFetch = async (url, options) => {
  let answer: Response
  let body: ArrayBuffer
  try {
    answer = await fetch(url, options as RequestInit)
    body = await answer.arrayBuffer()
  } catch (cause) {
    throw new ProviderUnavailable('the provider did not answer', { cause })
  }
  const { status, headers } = answer
  if (status >= 500) throw new ProviderUnavailable(`the provider answered ${status}`)
  return new Response(body.byteLength === 0 ? null : body, { status, headers })
}

/** The library wraps what it does not know. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ProviderUnavailable) return true
  return error instanceof Error && error.cause !== undefined && isUnavailable(error.cause)
}
