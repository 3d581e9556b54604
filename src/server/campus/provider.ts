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
import { minuteMs } from '../../shared/durations.ts'
import { boundedText } from '../bounded-text.ts'
import type { CampusConfig } from '../campus-config.ts'
import type { Context } from '../context.ts'
import type { Pending } from './pending.ts'
import { type Claims, personClaims } from './rules.ts'

/** Allowed difference between its clock and ours, in seconds. */
const skewS = 60
/** Timeout of each request to the provider, in seconds. */
const answersWithinS = 10
/** Of each answer; keys and claims take a few thousand. */
const charactersAtMost = 1_000_000
/** How long the provider's settings and keys are cached; changed keys are accepted after this. */
const knownForMs = minuteMs

/** Unreachable, too slow, or a server error. */
class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** The provider's answer failed a security check. */
class ProviderNotBelieved extends Error {
  override name = 'ProviderNotBelieved'
}

/**
 * The campus's OpenID Connect provider, by authorization code with PKCE, state and nonce. Throws
 * ProviderUnavailable, or the library's error about an invalid answer.
 */
export function openProvider(campus: CampusConfig, { now }: Pick<Context, 'now'>) {
  let known: { at: number; provider: Promise<Configuration> } | undefined

  /** Loads the provider's settings when first needed, and again after a failure or a minute. */
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
    /**
     * The address of the provider's sign-in page. `isAgain`: it asks who it is, even of somebody who
     * is still signed in there.
     */
    async addressFor(
      redirectUri: string,
      { state, nonce, verifier }: Pending,
      isAgain: boolean,
    ): Promise<string> {
      const provider = await configuration()
      const address = buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isAgain && { prompt: 'login' }),
      })
      return address.href
    },

    /** The claims of the person who came back to this address. */
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
      // Some providers leave claims out of the ID token and give them here.
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
      // By default the library does not verify the signature of an ID token that it fetched itself.
      enableNonRepudiationChecks,
      ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
    ],
  })
}

/**
 * Sends the secret in the way the provider supports; by default in the header, as the specification
 * says.
 */
function secretOf(clientSecret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)]
  return (provider, ...request) => {
    const taken = provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const way = taken.includes('client_secret_basic') ? basic : post
    return way(provider, ...request)
  }
}

/** Reads the whole answer within the library's timeout. */
const answered: CustomFetch = async (url, options) => {
  let answer: Response
  let body: string | null
  try {
    answer = await fetch(url, options as RequestInit)
    body = await boundedText(answer, charactersAtMost)
  } catch (cause) {
    throw new ProviderUnavailable('the provider did not answer', { cause })
  }
  const { status, headers } = answer
  if (status >= 500) throw new ProviderUnavailable(`the provider answered ${status}`)
  if (body === null) throw new ProviderUnavailable('the provider’s answer is too large')
  return new Response(body === '' ? null : body, { status, headers })
}

/** The library wraps errors that it does not know. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ProviderUnavailable) return true
  return error instanceof Error && error.cause !== undefined && isUnavailable(error.cause)
}
