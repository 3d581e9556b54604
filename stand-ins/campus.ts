import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

export type CampusPerson = { sub: string } & Record<string, unknown>

/** All of it may be changed while it runs. */
type CampusFaults = {
  /** Paths that answer with this status. */
  status: Record<string, number>
  /** Paths that take so long, in ms. */
  latencyMs: Record<string, number>
  /** How far its clock is ahead, in seconds. */
  clockAheadS: number
  /** How long an ID token is good, in seconds. */
  goodForS: number
  /** What becomes of the claims of an ID token before it is signed. */
  claims: (claims: Record<string, unknown>) => Record<string, unknown>
  /** What becomes of a signed ID token. */
  idToken: (token: string) => string
}

const noFaults = (): CampusFaults => ({
  status: {},
  latencyMs: {},
  clockAheadS: 0,
  goodForS: 300,
  claims: (claims) => claims,
  idToken: (token) => token,
})

type Asked = { person: CampusPerson; nonce: string; redirectUri: string; challenge: string }

const client = { id: 'tent-city', secret: 'the secret of nobody' }

/**
 * A stand-in for the provider of a campus: OpenID Connect over real HTTP with the authorization
 * code, PKCE and ID tokens signed by RS256, and with the faults that it is told to have. Who signs
 * in is chosen on its page, or by `signsIn` beforehand.
 */
export async function startCampus(people: readonly CampusPerson[], port = 0) {
  const faults: CampusFaults = noFaults()
  const codes = new Map<string, Asked>()
  const tokens = new Map<string, CampusPerson>()
  let key = newKey()
  let chosen: CampusPerson | 'refuses' | null = null

  function signed(claims: Record<string, unknown>): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const content = `${part({ alg: 'RS256', typ: 'JWT', kid: key.kid })}.${part(claims)}`
    return `${content}.${sign('RSA-SHA256', Buffer.from(content), key.privateKey).toString('base64url')}`
  }

  function authorize(query: URLSearchParams, response: ServerResponse) {
    const given = (name: string) => query.get(name) ?? ''
    const back = new URL(given('redirect_uri'))
    const isRight =
      given('client_id') === client.id &&
      given('response_type') === 'code' &&
      given('code_challenge_method') === 'S256' &&
      given('scope').split(' ').includes('openid')
    if (!isRight) return answer(response, 400, { error: 'invalid_request' })
    const who = people.find(({ sub }) => sub === query.get('as')) ?? chosen
    if (who === null) return choose(query, response)
    back.searchParams.set('state', given('state'))
    if (who === 'refuses') back.searchParams.set('error', 'access_denied')
    else {
      const code = randomUUID()
      codes.set(code, {
        person: who,
        nonce: given('nonce'),
        redirectUri: given('redirect_uri'),
        challenge: given('code_challenge'),
      })
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  /** Its own page, where a person would type a password. */
  function choose(query: URLSearchParams, response: ServerResponse) {
    const links = people.map(({ sub, given_name, family_name }) => {
      const address = new URLSearchParams([...query, ['as', sub]])
      return `<li><a href="/authorize?${escaped(address.toString())}">${escaped(`${given_name} ${family_name} (${sub})`)}</a>`
    })
    const page = `<!doctype html><meta name="viewport" content="width=device-width"><title>A campus</title><h1>Sign in as</h1><ul>${links.join('')}</ul>`
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  }

  function exchange(authorization: string, body: URLSearchParams): unknown {
    const given = (name: string) => body.get(name) ?? ''
    const basic = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
    const [id, secret] =
      authorization === ''
        ? [given('client_id'), given('client_secret')]
        : basic.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
    if (id !== client.id || secret !== client.secret) throw new Refused(401, 'invalid_client')
    const asked = codes.get(given('code'))
    codes.delete(given('code'))
    const challenge = createHash('sha256').update(given('code_verifier')).digest('base64url')
    const isRight = asked?.redirectUri === given('redirect_uri') && asked.challenge === challenge
    if (asked === undefined || !isRight) throw new Refused(400, 'invalid_grant')
    const accessToken = randomUUID()
    tokens.set(accessToken, asked.person)
    const now = Math.floor(Date.now() / 1000) + faults.clockAheadS
    const claims = faults.claims({
      ...asked.person,
      iss: url(),
      aud: client.id,
      nonce: asked.nonce,
      iat: now,
      exp: now + faults.goodForS,
    })
    const id_token = faults.idToken(signed(claims))
    return { access_token: accessToken, token_type: 'Bearer', expires_in: 300, id_token }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', url())
    await delay(faults.latencyMs[pathname] ?? 0)
    const status = faults.status[pathname]
    if (status !== undefined) return answer(response, status, {})
    const authorization = request.headers.authorization ?? ''
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return answer(response, 200, {
          issuer: url(),
          authorization_endpoint: `${url()}/authorize`,
          token_endpoint: `${url()}/token`,
          userinfo_endpoint: `${url()}/userinfo`,
          jwks_uri: `${url()}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        })
      case '/authorize':
        return authorize(searchParams, response)
      case '/token':
        return answer(
          response,
          200,
          exchange(authorization, new URLSearchParams(await text(request))),
        )
      case '/userinfo':
        return answer(response, 200, tokens.get(authorization.replace(/^Bearer /, '')) ?? {})
      case '/jwks':
        return answer(response, 200, { keys: [key.publicJwk] })
      default:
        return answer(response, 404, {})
    }
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (error instanceof Refused) return answer(response, error.status, { error: error.code })
      if (!request.destroyed) console.error(error)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url: url(),
    faults,
    /** The settings of a server that signs in here. */
    settings: {
      OIDC_ISSUER: url(),
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_NETID_CLAIM: 'netid',
    },
    /** The next ones to come are this person, or refuse; null: they choose on the page. */
    signsIn(who: CampusPerson | 'refuses' | null): void {
      chosen = who
    },
    /** From now on it signs by another key, under the same name or a new one. */
    rotateKey({ sameName = false } = {}): void {
      key = newKey(sameName ? key.kid : undefined)
    },
    withoutFaults(): void {
      Object.assign(faults, noFaults())
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}

export type CampusStandIn = Awaited<ReturnType<typeof startCampus>>

class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

function newKey(kid: string = randomUUID()) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = publicKey.export({ format: 'jwk' })
  return { kid, privateKey, publicJwk: { ...jwk, kid, use: 'sig', alg: 'RS256' } }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
