import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CampusPerson, type CampusStandIn, startCampus } from '../../../stand-ins/campus.ts'
import { password, startApp, type TestApp } from '../../../tests/support/app.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { defaultNoticeSettings } from '../../shared/notices/contract.ts'
import { mailLink } from '../accounts/links/links.ts'
import { newSetupToken } from '../accounts/registration.ts'
import { listUsers } from '../accounts/store.ts'
import { insertAuditEvent } from '../audit/store.ts'
import { readConfig } from '../config.ts'
import { systemContext } from '../context.ts'
import { listNoticesOf } from '../mail/store.ts'
import { findSavedSettings } from '../notices/store.ts'
import { listFeeds, lockShiftTent, updateShiftPerson } from '../shifts/store.ts'
import { importRoster } from '../tents/roster-import.ts'

const ann = {
  sub: 'u-1',
  netid: 'AL2',
  given_name: 'Ann',
  family_name: 'Lee',
  email: 'ann@example.edu',
} satisfies CampusPerson

let campus: CampusStandIn
beforeAll(async () => {
  campus = await startCampus([])
})
afterAll(() => campus.close())

let server: TestApp
let laterMs: number
const logged: string[] = []
const start = (env: Record<string, string> = {}) =>
  startApp(
    { ...campus.settings, PUBLIC_URL: 'http://tents.test', LOG_LEVEL: 'debug', ...env },
    () => new Date(Date.now() + laterMs),
    { write: (line) => logged.push(line) },
  )
beforeEach(async () => {
  laterMs = 0
  logged.length = 0
  campus.withoutFaults()
  campus.signsIn(ann)
  server = await start()
})
afterEach(() => server.close())

const later = (minutes: number) => {
  laterMs += minutes * 60_000
}
const open = (path: string, cookie = '') =>
  fetch(`${server.url}${path}`, { redirect: 'manual', headers: { cookie } })

/** What a browser knows once it was led to the provider, and back from it. */
async function begin(): Promise<{ cookie: string; address: string }> {
  const { begin, cookie } = browser()
  const address = await begin()
  return { cookie: cookie(), address }
}
/** A browser with its cookies. `begin` says where it is led to, `end` what comes of it. */
function browser() {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map((one) => one.join('=')).join('; ')
  function keep({ headers }: { headers: Headers }): void {
    for (const [name = '', value = ''] of headers.getSetCookie().map((set) => set.split(/[=;]/))) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
  }
  return {
    cookie,
    async begin(): Promise<string> {
      const begun = await open('/auth/campus', cookie())
      expect(begun.status).toBe(302)
      keep(begun)
      return begun.headers.get('location') ?? ''
    },
    async end(back: URL) {
      const ended = await end(back, cookie())
      keep(ended)
      return ended.hash
    },
  }
}
async function atTheCampus(address: string): Promise<URL> {
  const back = await fetch(address, { redirect: 'manual' })
  return new URL(back.headers.get('location') ?? '')
}
async function end({ pathname, search }: URL, cookie: string) {
  const ended = await open(`${pathname}${search}`, cookie)
  expect([ended.status, ended.headers.get('cache-control')]).toEqual([302, 'no-store'])
  const [path, hash] = (ended.headers.get('location') ?? '').split('#')
  expect(path).toBe('/login')
  return { hash: Object.fromEntries(new URLSearchParams(hash)), headers: ended.headers }
}
/** The whole way; gives what stands behind the # at its end. */
async function arrive(who: CampusPerson | 'refuses' = ann): Promise<Record<string, string>> {
  campus.signsIn(who)
  const { cookie, address } = await begin()
  return (await end(await atTheCampus(address), cookie)).hash
}
async function signedIn(who: CampusPerson = ann): Promise<string> {
  const { session = '' } = await arrive(who)
  expect(session).toMatch(/^[\w-]{43}$/)
  return session
}
async function ticketOf(who: CampusPerson = ann): Promise<string> {
  const { link = '' } = await arrive(who)
  expect(link).toMatch(/^[\w-]{43}$/)
  return link
}
const me = async (token: string) => (await server.ask('/api/profile/me', { token })).body
const link = (body: object) => server.ask('/api/profile/link-campus', { body })
const login = (body: object) => server.ask('/api/profile/login', { body })

describe('signing in through the campus', () => {
  it('asks the provider by code, PKCE, state and nonce, and leads back to PUBLIC_URL', async () => {
    const begun = await fetch(`${server.url}/auth/campus`, {
      redirect: 'manual',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    const { origin, searchParams } = new URL(begun.headers.get('location') ?? '')
    expect(origin).toBe(campus.url)
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'tent-city',
      redirect_uri: 'http://tents.test/auth/campus/callback',
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(begun.headers.get('set-cookie')).toMatch(
      /^campus-[\w-]{8}=[^;]+; Max-Age=600; Path=\/auth\/campus; HttpOnly; SameSite=Lax$/,
    )
    expect(begun.headers.get('cache-control')).toBe('no-store')
  })

  it('lets the provider ask anew who it is where somebody has logged out', async () => {
    const promptOf = async (path: string) => {
      const begun = await open(path)
      return new URL(begun.headers.get('location') ?? '').searchParams.get('prompt')
    }
    expect(await promptOf('/auth/campus?again=1')).toBe('login')
    expect(await promptOf('/auth/campus?again=no')).toBeNull()
  })

  it('makes an account without a role or a password, and a session as after a login', async () => {
    const { cookie, address } = await begin()
    const { hash, headers } = await end(await atTheCampus(address), cookie)
    const token = hash['session'] ?? ''
    expect(headers.getSetCookie()).toContain(
      `token=${token}; Max-Age=1209600; Path=/; HttpOnly; SameSite=Lax`,
    )
    expect(await me(token)).toMatchObject({
      netID: 'al2',
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@example.edu',
      isLineMonitor: false,
      isSuperUser: false,
      isConfirmed: true,
    })
    expect((await login({ netID: 'al2', password: '' })).status).toBe(400)
    expect((await login({ netID: 'al2', password })).status).toBe(401)
  })

  it('finds the same account again by its subject, whatever else the campus says by then', async () => {
    await signedIn()
    const token = await signedIn({ ...ann, netid: 'al3', email: 'x@example.edu', given_name: 'X' })
    expect(await me(token)).toMatchObject({ netID: 'al2', firstName: 'Ann' })
  })

  it('confirms anew the netID that the campus says, and no other', async () => {
    await signedIn()
    const boss = server.withToken(await server.signIn('boss', { isSuperUser: true }))
    await boss.call('confirmUser', { netID: 'al2', value: false })
    expect(await me(await signedIn({ ...ann, netid: 'al3' }))).toMatchObject({ isConfirmed: false })
    expect(await me(await signedIn())).toMatchObject({ netID: 'al2', isConfirmed: true })
    await signedIn()
    const confirmed = { kind: 'userConfirmed', about: 'al2' }
    expect(await boss.call('audit')).toMatchObject([
      { ...confirmed, netID: 'al2', value: true },
      { ...confirmed, netID: 'boss', value: false },
    ])
  })

  it('tells the open pages of an account that it is confirmed by it', async () => {
    await server.db.transaction((tx) =>
      importRoster(systemContext, tx, [rosterRow({ id: 'tA' })], { results: true }),
    )
    const boss = server.withToken(await server.signIn('boss', { isSuperUser: true }))
    await startCheck(boss, ['tA'])
    const socket = server.connect(await signedIn())
    let told = 0
    socket.on('checkStarted', () => {
      told += 1
    })
    await expect.poll(() => told).toBe(1)
    await boss.call('confirmUser', { netID: 'al2', value: false })
    await expect.poll(() => told).toBe(2)
    await signedIn()
    await expect.poll(() => told).toBe(3)
    // It is confirmed already: its pages are told nothing anew, until the next answer.
    await signedIn()
    await socket.timeout(5000).emitWithAck('viewing', { page: null })
    expect(told).toBe(3)
  })

  it('takes no role from any claim, and leaves out an address that somebody has', async () => {
    await server.signIn('bo')
    const who = { ...ann, email: 'BO@example.edu', isSuperUser: true, roles: ['superUser'] }
    expect(await me(await signedIn(who))).toMatchObject({ email: '', isSuperUser: false })
    // Two without an address do not meet.
    expect(await me(await signedIn({ sub: 'u-2', netid: 'cy3' }))).toMatchObject({
      netID: 'cy3',
      firstName: 'cy3',
      lastName: '',
      email: '',
    })
  })

  it('takes from the user info what is left out of the ID token', async () => {
    campus.faults.claims = ({ netid: _, given_name: __, ...claims }) => claims
    expect(await me(await signedIn())).toMatchObject({ netID: 'al2', firstName: 'Ann' })
  })

  it('takes names and address from there, too, where the ID token has the netID', async () => {
    campus.faults.claims = ({ given_name: _, family_name: __, email: ___, ...claims }) => claims
    const { netid: netID, given_name: firstName, family_name: lastName, email } = ann
    expect(await me(await signedIn())).toMatchObject({
      netID: netID.toLowerCase(),
      firstName,
      lastName,
      email,
    })
  })

  it.each([
    ['exp', -50],
    ['nbf', 55],
    ['iat', 55],
  ])('takes an ID token whose %s is %i seconds from now: clocks differ', async (name, offS) => {
    campus.faults.claims = (claims) => ({ ...claims, [name]: Number(claims['iat']) + offS })
    await signedIn()
  })

  it('cuts the domain off, and takes no other one', async () => {
    await server.close()
    server = await start({ OIDC_NETID_CLAIM: 'email', OIDC_SCOPE_DOMAIN: 'example.edu' })
    expect(await arrive({ ...ann, email: 'ann@gmail.com' })).toEqual({ problem: 'campusNoNetID' })
    expect(await me(await signedIn())).toMatchObject({ netID: 'ann' })
  })

  it('that is begun in two tabs of a browser ends in both', async () => {
    const { begin, end, cookie } = browser()
    const back = [await atTheCampus(await begin()), await atTheCampus(await begin())]
    for (const url of back) expect(await end(url)).toHaveProperty('session')
    expect(cookie()).not.toContain('campus')
  })

  it('that is begun more often in a browser ends in the last five', async () => {
    const { begin, end, cookie } = browser()
    const back: URL[] = []
    for (let tabs = 0; tabs < 7; tabs += 1) back.push(await atTheCampus(await begin()))
    expect(cookie().match(/campus/g)).toHaveLength(5)
    const problems: (string | undefined)[] = []
    for (const url of back) problems.push((await end(url))['problem'])
    const refused = 'campusRefused'
    expect(problems).toEqual([refused, refused, ...Array.from({ length: 5 }, () => undefined)])
  })

  it('that begins twice at the same moment makes one account', async () => {
    const both = await Promise.all([begin(), begin()])
    const back = await Promise.all(both.map(({ address }) => atTheCampus(address)))
    const ended = await Promise.all(back.map((url, n) => end(url, both[n]?.cookie ?? '')))
    for (const { hash } of ended) expect(hash).toHaveProperty('session')
    expect(await server.db.read(listUsers)).toHaveLength(1)
  })

  it('is not there without the settings', async () => {
    const plain = await startApp()
    try {
      expect((await plain.ask('/auth/campus')).status).toBe(404)
      expect((await plain.ask('/auth/campus/callback')).status).toBe(404)
      const ways = { campus: null, passwords: 'on' }
      expect((await plain.ask('/api/sign-in')).body).toMatchObject(ways)
    } finally {
      await plain.close()
    }
    const ways = { campus: 'Sign in with your campus account', passwords: 'on' }
    expect((await server.ask('/api/sign-in')).body).toMatchObject(ways)
  })
})

describe('what comes back is refused', () => {
  const refused = { problem: 'campusRefused' }

  it('with another state, by another browser, or by none that began', async () => {
    const { cookie, address } = await begin()
    const back = await atTheCampus(address)
    const wrong = new URL(back)
    wrong.searchParams.set('state', 'x'.repeat(43))
    expect((await end(wrong, cookie)).hash).toEqual(refused)
    wrong.searchParams.delete('state')
    expect((await end(wrong, cookie)).hash).toEqual(refused)
    // Somebody's own sign-in, sent to another person as a link.
    expect((await end(back, '')).hash).toEqual(refused)
    expect((await end(back, (await begin()).cookie)).hash).toEqual(refused)
    expect((await end(back, cookie.replace('=', '=x'))).hash).toEqual(refused)
    const [name] = cookie.split('=')
    const [, another] = (await begin()).cookie.split(/=(.*)/)
    expect((await end(back, `${name}=${another}`)).hash).toEqual(refused)
    expect((await end(back, cookie)).hash).toHaveProperty('session')
  })

  it('and counts for its address only where a sign-in was begun', async () => {
    await server.close()
    const waits: number[] = []
    server = await startApp(
      { ...campus.settings, PUBLIC_URL: 'http://tents.test', RATE_LIMIT_FACTOR: '0.001' },
      undefined,
      undefined,
      async (ms) => void waits.push(ms),
    )
    for (let count = 0; count < 4; count += 1) await open('/auth/campus/callback?state=x&code=x')
    for (let count = 0; count < 4; count += 1) await signedIn()
    expect(waits).toEqual([])
    for (let count = 0; count < 4; count += 1) await arrive('refuses')
    expect(waits).toHaveLength(1)
  })

  it('a second time', async () => {
    const { cookie, address } = await begin()
    const back = await atTheCampus(address)
    expect((await end(back, cookie)).hash).toHaveProperty('session')
    expect((await end(back, cookie)).hash).toEqual(refused)
  })

  it('a second time with a code of its own, though the clock was set back meanwhile', async () => {
    const { cookie, address } = await begin()
    later(5)
    expect((await end(await atTheCampus(address), cookie)).hash).toHaveProperty('session')
    later(-4)
    expect((await end(await atTheCampus(address), cookie)).hash).toEqual(refused)
  })

  it('by whoever began when the clock was ahead, by more than servers differ', async () => {
    for (const [aheadMinutes, expected] of [
      [0.5, { session: expect.any(String) }],
      [5, refused],
    ] as const) {
      later(aheadMinutes)
      const { cookie, address } = await begin()
      later(-aheadMinutes)
      expect((await end(await atTheCampus(address), cookie)).hash).toMatchObject(expected)
    }
  })

  it('twice at the same moment but for one', async () => {
    const { cookie, address } = await begin()
    const back = await atTheCampus(address)
    const ended = await Promise.all([end(back, cookie), end(back, cookie), end(back, cookie)])
    expect(ended.filter(({ hash }) => 'session' in hash)).toHaveLength(1)
  })

  it('after 10 minutes', async () => {
    const inTime = await begin()
    const tooLate = await begin()
    const [back, lateBack] = [await atTheCampus(inTime.address), await atTheCampus(tooLate.address)]
    laterMs = 9.9 * 60_000
    expect((await end(back, inTime.cookie)).hash).toHaveProperty('session')
    laterMs = 10 * 60_000
    expect((await end(lateBack, tooLate.cookie)).hash).toEqual(refused)
  })

  it('when the person refuses, or sends a code of nobody or of another sign-in', async () => {
    expect(await arrive('refuses')).toEqual(refused)
    campus.signsIn(ann)
    const [one, other] = [await begin(), await begin()]
    const [back, otherBack] = [await atTheCampus(one.address), await atTheCampus(other.address)]
    back.searchParams.set('code', otherBack.searchParams.get('code') ?? '')
    expect((await end(back, one.cookie)).hash).toEqual(refused)
    const third = await begin()
    const made = await atTheCampus(third.address)
    made.searchParams.set('code', 'nobody')
    expect((await end(made, third.cookie)).hash).toEqual(refused)
  })

  it.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['for another audience', (claims) => ({ ...claims, aud: 'somebody' })],
    ['by another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['with another nonce', (claims) => ({ ...claims, nonce: 'x' })],
    ['without a nonce', ({ nonce: _, ...claims }) => claims],
    ['expired 61 seconds ago', (claims) => ({ ...claims, exp: Number(claims['iat']) - 61 })],
    ['expired 5 minutes ago', (claims) => ({ ...claims, exp: Number(claims['iat']) - 300 })],
    ['good in 65 seconds', (claims) => ({ ...claims, nbf: Number(claims['iat']) + 65 })],
    ['good in 5 minutes', (claims) => ({ ...claims, nbf: Number(claims['iat']) + 300 })],
    ['issued in 5 minutes', (claims) => ({ ...claims, iat: Number(claims['iat']) + 300 })],
    ['without an end', ({ exp: _, ...claims }) => claims],
    ['without a subject', ({ sub: _, ...claims }) => claims],
  ])('with an ID token %s', async (_, change) => {
    campus.faults.claims = change
    expect(await arrive()).toEqual(refused)
  })

  it.each<[string, (token: string) => string]>([
    ['whose signature is of something else', (token) => token.replace(/\.[^.]+\./, changed)],
    ['without a signature', (token) => token.replace(/[^.]+$/, '')],
    ['that says it needs none', (token) => `${encoded({ alg: 'none' })}.${token.split('.')[1]}.`],
    [
      'signed by a shared secret',
      (token) => `${encoded({ alg: 'HS256' })}.${token.split('.')[1]}.AAAA`,
    ],
    ['that is none', () => 'no token'],
  ])('with an ID token %s', async (_, change) => {
    campus.faults.idToken = change
    expect(await arrive()).toEqual(refused)
  })

  it.each([
    [300, refused],
    [65, refused],
    [55, { session: expect.any(String) }],
    [-55, { session: expect.any(String) }],
    // A token good for five minutes is over by then.
    [-365, refused],
  ])('with a clock of the provider %i seconds ahead: %j', async (seconds, expected) => {
    campus.faults.clockAheadS = seconds
    expect(await arrive()).toEqual(expected)
  })

  it.each([
    ['missing', undefined],
    ['an address', 'al2@example.edu'],
    ['a list', ['al2']],
    ['empty', ''],
  ])('where the claim of the netID is %s', async (_, netid) => {
    const { netid: __, ...nobody } = ann
    const who = netid === undefined ? nobody : { ...ann, netid }
    expect(await arrive(who as CampusPerson)).toEqual({ problem: 'campusNoNetID' })
    expect(await server.db.read(listUsers)).toEqual([])
  })

  it('by a key that was changed, until it is known a minute later', async () => {
    await signedIn()
    campus.rotateKey()
    expect(await arrive()).toEqual(refused)
    laterMs = 61_000
    await signedIn()
    campus.rotateKey({ sameName: true })
    laterMs = 122_000
    await signedIn()
  })
})

describe('a provider', () => {
  const unavailable = { problem: 'campusUnavailable' }

  it('that is down keeps neither the server from starting nor from answering, and is tried again', async () => {
    campus.faults.status['/.well-known/openid-configuration'] = 503
    const begun = await open('/auth/campus')
    expect(begun.headers.get('location')).toBe('/login#problem=campusUnavailable')
    campus.withoutFaults()
    await signedIn()
  })

  it('that nobody listens for is not available', async () => {
    const lonely = await start({ OIDC_ISSUER: 'http://127.0.0.1:9' })
    try {
      const begun = await fetch(`${lonely.url}/auth/campus`, { redirect: 'manual' })
      expect(begun.headers.get('location')).toBe('/login#problem=campusUnavailable')
    } finally {
      await lonely.close()
    }
  })

  it.each(['/token', '/jwks'])(
    'that fails in the middle, at %s, is not available',
    async (path) => {
      campus.faults.status[path] = 500
      expect(await arrive()).toEqual(unavailable)
      campus.withoutFaults()
      await signedIn()
    },
  )

  it('that answers far too much is not available', async () => {
    campus.faults.claims = (claims) => ({ ...claims, more: 'x'.repeat(1_000_000) })
    expect(await arrive()).toEqual(unavailable)
  })

  it('that does not answer within 10 seconds is not available', { timeout: 20_000 }, async () => {
    campus.faults.latencyMs['/token'] = 60_000
    expect(await arrive()).toEqual(unavailable)
  })
})

describe('a netID that has an account already', () => {
  it('asks for its password once, and from then on the campus leads to it', async () => {
    const stranger = await server.signIn('al2', { firstName: 'Stranger' })
    const ticket = await ticketOf()
    expect((await link({ ticket, password: '' })).status).toBe(400)
    const wrong = await link({ ticket, password: 'not the right one' })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'wrongCredentials' } })
    const linked = await link({ ticket, password })
    expect(linked).toMatchObject({
      status: 200,
      body: {
        netID: 'al2',
        firstName: 'Stranger',
        isConfirmed: true,
        token: expect.any(String),
      },
    })
    expect(linked.headers.get('cache-control')).toBe('no-store')
    expect(linked.headers.getSetCookie().join()).toContain(`token=${linked.body['token']}`)
    expect(await me(await signedIn())).toMatchObject({ firstName: 'Stranger', isConfirmed: true })
    // Whoever had signed in stays so, and the password is good as before.
    expect(await me(stranger)).toMatchObject({ netID: 'al2' })
    expect((await login({ netID: 'al2', password })).status).toBe(200)
  })

  it('and is confirmed, is linked without another confirmation in the audit', async () => {
    const boss = server.withToken(await server.signIn('boss', { isSuperUser: true }))
    await server.signIn('al2', { isConfirmed: true })
    expect((await link({ ticket: await ticketOf(), password })).status).toBe(200)
    expect(await boss.call('audit')).toEqual([])
  })

  it('is linked by a ticket once, within 15 minutes', async () => {
    await server.signIn('al2')
    const [ticket, late] = [await ticketOf(), await ticketOf()]
    later(14.9)
    const over = { status: 403, body: { code: 'linkOver' } }
    for (const madeUp of ['', 'x'.repeat(43), 'x'.repeat(10_000)]) {
      expect(await link({ ticket: madeUp, password })).toMatchObject(over)
    }
    laterMs = 0
    const fresh = await ticketOf()
    later(15)
    for (const one of [ticket, late, fresh]) {
      expect(await link({ ticket: one, password })).toMatchObject(over)
    }
    const [one, other] = [await ticketOf(), await ticketOf()]
    expect((await link({ ticket: one, password })).status).toBe(200)
    expect(await link({ ticket: one, password })).toMatchObject(over)
    expect(await link({ ticket: other, password })).toMatchObject(over)
  })

  it('is linked by one of two who come at the same moment', async () => {
    await server.signIn('al2')
    const ticket = await ticketOf()
    const answers = await Promise.all([link({ ticket, password }), link({ ticket, password })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  it('and is disabled, lets nobody in, by the campus or its password', async () => {
    const boss = await server.signIn('boss', { isSuperUser: true })
    const disable = (netID: string) =>
      server.ask('/api/admin/disable-user', { token: boss, body: { netID, value: true } })
    await signedIn()
    expect((await disable('al2')).status).toBe(200)
    expect(await arrive()).toEqual({ problem: 'accountDisabled' })
    await server.signIn('bo3')
    const ticket = await ticketOf({ sub: 'u-3', netid: 'bo3' })
    await disable('bo3')
    const disabled = { status: 403, body: { code: 'accountDisabled' } }
    expect(await link({ ticket, password })).toMatchObject(disabled)
  })

  it('tells its owner once that a super user made a link to a new password', async () => {
    await server.signIn('al2')
    const boss = await server.signIn('boss', { isSuperUser: true })
    await link({ ticket: await ticketOf(), password })
    const made = await server.ask('/api/admin/reset-link', { token: boss, body: { netID: 'al2' } })
    expect(made.status).toBe(200)
    const told = { session: expect.any(String), resetLinkMadeAt: expect.stringMatching(/Z$/) }
    expect(await arrive()).toEqual(told)
    expect(await arrive()).toEqual({ session: expect.any(String) })
  })

  it('and is of another subject of the campus, is refused', async () => {
    await signedIn()
    expect(await arrive({ ...ann, sub: 'u-2' })).toEqual({ problem: 'campusRefused' })
  })

  it('waits on the users table for a super user, who hands it over', async () => {
    const stranger = await server.signIn('al2', { firstName: 'Stranger' })
    const boss = await server.signIn('boss', { isSuperUser: true })
    const ticket = await ticketOf()
    const users = () => server.withToken(boss).call('listUsers')
    expect(await users()).toMatchObject([
      { netID: 'al2', campusWaiting: { subject: 'u-1', name: 'Ann Lee', at: expect.any(String) } },
      { netID: 'boss', campusWaiting: null },
    ])
    // A calendar of the stranger's: whoever knows its address reads it without signing in.
    const feedHash = 'a'.repeat(64)
    await server.db.transaction(async (tx) => {
      await importRoster(systemContext, tx, [rosterRow({ id: 'tA' })], { results: true })
      await lockShiftTent(tx, 'tA')
      await updateShiftPerson(tx, 'tA', randomUUID(), { netID: 'al2', feedHash })
    })
    // A link to an address of theirs, whose mail still waits.
    const config = readConfig({ SMTP_URL: 'smtp://127.0.0.1', PUBLIC_URL: 'http://tents.test' })
    const ctx = { ...systemContext, config, secretKey: '5e'.repeat(32) }
    const wanted = { purpose: 'confirmEmail', netID: 'al2', email: 'b@example.edu' } as const
    await server.db.transaction((tx) => mailLink(ctx, tx, wanted, 'b@example.edu'))
    const calendars = () => server.db.read((reader) => listFeeds(reader, [feedHash]))
    expect(await calendars()).toHaveLength(1)
    const handOver = (body: object) =>
      server.ask('/api/admin/link-campus', { token: boss, body: { takeOver: true, ...body } })
    const none = { status: 409, body: { code: 'nothingWaiting' } }
    expect(await handOver({ netID: 'al2', subject: 'u-2' })).toMatchObject(none)
    expect(await handOver({ netID: 'boss', subject: 'u-1' })).toMatchObject(none)
    expect((await handOver({ netID: 'nobody', subject: 'u-1' })).status).toBe(404)
    expect((await handOver({ netID: 'al2', subject: 'u-1', takeOver: false })).status).toBe(400)
    expect(await me(stranger)).toMatchObject({ netID: 'al2' })

    expect(await handOver({ netID: 'AL2', subject: 'u-1' })).toMatchObject({
      status: 200,
      body: { ok: true },
    })
    expect((await server.ask('/api/profile/me', { token: stranger })).status).toBe(401)
    expect(await calendars()).toEqual([])
    expect(await server.db.read((reader) => listNoticesOf(reader, 'al2'))).toEqual([])
    expect((await login({ netID: 'al2', password })).status).toBe(401)
    expect(await link({ ticket, password })).toMatchObject({ status: 403 })
    expect(await handOver({ netID: 'al2', subject: 'u-1' })).toMatchObject(none)
    expect(await users()).toMatchObject([{ campusWaiting: null }, {}])
    expect(await users()).toMatchObject([{ firstName: 'al2', lastName: '', email: '' }, {}])
    // Name and address were the stranger's, who would get what the owner is told.
    const owner = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.edu' }
    expect(await me(await signedIn())).toMatchObject(owner)
    const audit = (await server.ask('/api/admin/audit', { token: boss })).body
    const event = { kind: 'accountTakenOver', netID: 'boss', about: 'al2' }
    expect(audit).toContainEqual(expect.objectContaining(event))
  })
})

describe('an account that is handed over', () => {
  it('gets no address from the campus that somebody else has by then', async () => {
    await server.signIn('al2')
    await ticketOf()
    const boss = server.withToken(await server.signIn('boss', { isSuperUser: true }))
    await boss.call('handOverToCampus', { netID: 'al2', subject: 'u-1', takeOver: true })
    const who = { ...ann, email: 'BOSS@example.edu' }
    expect(await me(await signedIn(who))).toMatchObject({ firstName: 'Ann', email: '' })
  })
})

describe('an account of a super user', () => {
  it('is handed over without what its former holder made for programs and others', async () => {
    const former = server.withToken(await server.signIn('al2', { isSuperUser: true }))
    const boss = server.withToken(await server.signIn('boss', { isSuperUser: true }))
    const { token } = await former.call('makeScriptToken', { name: 'Misses', days: 30 })
    const { url } = await former.call('makeResetLink', { netID: 'boss' })
    const off = { ...defaultNoticeSettings, mail: { miss: false, shifts: false } }
    await former.call('saveNoticeSettings', off)
    const reads = async () => (await server.ask('/api/checks', { token })).status
    expect(await reads()).toBe(200)
    await ticketOf()
    const body = { netID: 'al2', subject: 'u-1', takeOver: true } as const
    await boss.call('handOverToCampus', body)
    expect(await reads()).toBe(401)
    expect(await server.db.read((reader) => findSavedSettings(reader, 'al2'))).toBeNull()
    const reset = { token: url.split('#')[1], newPassword: 'a new password' }
    expect(await server.ask('/api/profile/reset-password', { body: reset })).toMatchObject({
      status: 403,
      body: { code: 'linkOver' },
    })
  })
})

describe('a stranger that was reported on an account', () => {
  let boss: string
  beforeEach(async () => {
    boss = await server.signIn('boss', { isSuperUser: true })
    await server.signIn('al2')
    const report = {
      kind: 'strangerReported',
      netID: 'boss',
      about: 'al2',
      tent: 'A Ants',
    } as const
    await server.db.transaction((tx) => insertAuditEvent(tx, new Date(), report))
    expect(await strangerTo()).toMatchObject({ tent: 'A Ants' })
  })
  const strangerTo = async () => {
    const users = await server.withToken(boss).call('listUsers')
    return users.find(({ netID }) => netID === 'al2')?.details?.strangerTo
  }

  it('stays one for who links the account by its password', async () => {
    expect((await link({ ticket: await ticketOf(), password })).status).toBe(200)
    expect(await strangerTo()).toMatchObject({ tent: 'A Ants' })
    const [confirmed] = await server.withToken(boss).call('audit')
    const event = { kind: 'userConfirmed', netID: 'al2', about: 'al2', value: true }
    expect(confirmed).toMatchObject(event)
  })

  it('is none any more once it is handed over', async () => {
    await ticketOf()
    const body = { netID: 'al2', subject: 'u-1', takeOver: true } as const
    await server.withToken(boss).call('handOverToCampus', body)
    expect(await strangerTo()).toBeNull()
  })
})

describe('passwords of super users alone', () => {
  beforeEach(async () => {
    await server.close()
    server = await start({ PASSWORD_SIGN_IN: 'superusers' })
    for (const netID of ['al2', 'boss']) {
      const who = { netID, isSuperUser: netID === 'boss' }
      await server.signIn(netID, who)
    }
  })
  const closed = { status: 403, body: { code: 'passwordClosed' } }

  it('let in nobody else, and tell nobody which password was right', async () => {
    const answers = await Promise.all([
      login({ netID: 'al2', password }),
      login({ netID: 'al2', password: 'wrong' }),
      login({ netID: 'nobody', password }),
      login({ netID: 'boss', password: 'wrong' }),
    ])
    for (const answer of answers) expect(answer).toMatchObject(closed)
    expect((await login({ netID: 'boss', password })).status).toBe(200)
  })

  it('close registration, and link an account as ever', async () => {
    const person = { netID: 'new', email: 'n@example.edu', firstName: 'N', lastName: 'W' }
    const registered = await server.ask('/api/profile/register', { body: { ...person, password } })
    expect(registered).toMatchObject(closed)
    for (const more of [{}, { netID: '', email: '' }]) {
      const body = { ...person, ...more, password, setupToken: 'guessed' }
      const guessed = await server.ask('/api/profile/register', { body })
      expect([guessed.status, guessed.body.code]).toEqual([403, 'setupLinkUsed'])
    }
    const ticket = await ticketOf()
    expect((await link({ ticket, password })).status).toBe(200)
  })

  it('register the first super user by the set-up link', async () => {
    await server.close()
    server = await start({ PASSWORD_SIGN_IN: 'superusers' })
    const setupToken = await newSetupToken({ ...systemContext, db: server.db })
    const person = { netID: 'new', email: 'n@example.edu', firstName: 'N', lastName: 'W' }
    const body = { ...person, password, setupToken }
    expect((await server.ask('/api/profile/register', { body })).status).toBe(200)
    expect((await login({ netID: 'new', password })).body).toMatchObject({ isSuperUser: true })
  })
})

it('no log names a code, a state, a ticket, a token or a netID', async () => {
  await server.signIn('al2')
  const { cookie, address } = await begin()
  const back = await atTheCampus(address)
  const { hash } = await end(back, cookie)
  await link({ ticket: hash['link'] ?? '', password })
  campus.faults.claims = (claims) => ({ ...claims, aud: 'somebody' })
  await arrive()
  const log = logged.join('\n')
  expect(log).toContain('/auth/campus/callback')
  const secrets = [back.searchParams.get('code'), back.searchParams.get('state'), hash['link']]
  for (const secret of [...secrets, cookie.split('=')[1], 'al2', 'AL2', 'u-1', 'Lee']) {
    expect(secret).toBeTruthy()
    expect(log).not.toContain(secret)
  }
})

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
function changed(part: string): string {
  const claims = JSON.parse(Buffer.from(part.slice(1, -1), 'base64url').toString())
  return `.${encoded({ ...claims, netid: 'boss' })}.`
}
