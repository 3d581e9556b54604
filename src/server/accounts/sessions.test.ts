import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { password } from '../../../tests/support/app.ts'
import { answeredOrWaiting, holdOpen } from '../../../tests/support/held-open.ts'
import { type ServerAt, startServerAt } from '../../../tests/support/server-at.ts'
import { systemContext } from '../context.ts'
import { removeSessions } from './sessions/store.ts'
import { openSession } from './sessions.ts'
import { findPasswordHashLocked } from './store.ts'

let server: ServerAt
beforeEach(async () => {
  server = await startServerAt('2026-01-18T12:00:00Z')
})
afterEach(() => server.close())

const login = (body: object, headers = {}) => server.ask('/api/profile/login', { body, headers })
const verify = (options: object) =>
  server.ask('/api/profile/verify-token', { method: 'POST', ...options })

describe('a session', () => {
  it('is verified with the roles as they are now', async () => {
    const token = await server.signIn('ann')
    const boss = await server.signIn('boss', { isSuperUser: true })
    const body = { netID: 'ann', field: 'isLineMonitor', value: true }
    await server.ask('/api/admin/update-role', { token: boss, body })
    expect((await verify({ token })).body).toMatchObject({ isLineMonitor: true })
  })

  it('is good for 14 days, renewed by use', async () => {
    const token = await server.signIn('ann')
    const days = (count: number) => {
      server.pass(count * 86_400_000)
    }
    days(13)
    expect((await verify({ token })).status).toBe(200)
    days(13)
    expect((await verify({ token })).status).toBe(200)
    // Within a day of its last use it is not written again.
    days(1)
    expect((await verify({ token })).status).toBe(200)
    days(13)
    expect((await verify({ token })).status).toBe(401)
  })

  it('keeps its cookie as long as it lasts: each start of the app sets it again', async () => {
    const token = await server.signIn('ann')
    const cookie = `token=${token}`
    for (const told of [{ token }, { headers: { cookie, origin: server.url } }]) {
      const { headers } = await verify(told)
      expect(headers.get('set-cookie')).toBe(
        `${cookie}; Max-Age=1209600; Path=/; HttpOnly; SameSite=Lax`,
      )
    }
    const stale = await verify({ token: 'a'.repeat(43), headers: { cookie } })
    expect(stale.headers.get('set-cookie')).toBeNull()
  })

  it.each(['Bearer null', 'Bearer', 'x', `Bearer ${'a'.repeat(43)}`])(
    'by %s is a visitor on a public call and 401 elsewhere',
    async (authorization) => {
      const headers = { authorization }
      expect((await server.ask('/api/tent-checks', { headers })).status).toBe(200)
      expect((await verify({ headers })).status).toBe(401)
    },
  )

  it('by cookie holds beside the password of a site that asks for one', async () => {
    const cookie = `token=${await server.signIn('ann')}`
    for (const [authorization, status] of [
      ['Basic c3RhZ2luZzpzZWNyZXQ=', 200],
      ['Bearer null', 401],
      ['bearer', 401],
    ] as const) {
      const headers = { authorization, cookie, origin: server.url }
      expect((await verify({ headers })).status).toBe(status)
    }
  })

  it('by cookie alone writes nothing from another origin', async () => {
    const token = await server.signIn('ann')
    const headers = { cookie: `token=${token}`, origin: 'https://evil.example' }
    const body = { newPassword: 'evil password' }
    const answer = await server.ask('/api/profile/update-password', { headers, body })
    expect(answer).toMatchObject({ status: 403, body: { code: 'foreignOrigin' } })
    const own = { cookie: `token=${token}`, origin: server.url }
    expect((await verify({ headers: own })).status).toBe(200)
  })

  it('ends with logout, by bearer or by cookie, and its sockets with it, which come back', async () => {
    const token = await server.signIn('ann')
    const socket = server.connect(token)
    await new Promise((resolve) => socket.once('connect', () => resolve(0)))
    await server.ask('/api/check-status')
    const gone = new Promise((resolve) => socket.once('disconnect', resolve))
    // As any client of Socket.IO does of itself, unless the server says that it should not.
    socket.io.reconnection(true).reconnectionDelay(10)
    const isBack = new Promise((resolve) => socket.once('connect', () => resolve(0)))
    const answer = await server.ask('/api/profile/logout', {
      method: 'POST',
      headers: { cookie: `token=${token}` },
    })
    expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    expect((await verify({ token })).status).toBe(401)
    expect(await gone).toBe('transport close')
    await isBack
    expect((await server.ask('/api/profile/logout', { method: 'POST' })).status).toBe(200)
  })

  it('is kept where another site sends the logout, by which no cookie comes', async () => {
    const logout = (headers: Record<string, string>) =>
      fetch(`${server.url}/api/profile/logout`, { method: 'POST', headers })
    const cookieAfter = async (headers: Record<string, string>) =>
      (await logout(headers)).headers.get('set-cookie')
    const origin = 'https://evil.example'
    expect(await cookieAfter({ origin, 'sec-fetch-site': 'cross-site' })).toBeNull()
    expect(await cookieAfter({ cookie: 'token=over' })).toContain('token=;')
  })

  it('that may not be ended says so in `message`, too, where clients look for it', async () => {
    const headers = {
      cookie: `token=${await server.signIn('ann')}`,
      origin: 'https://evil.example',
    }
    const { error } = (await verify({ headers })).body
    const refused = { error, code: 'foreignOrigin' }
    expect((await verify({ headers })).body).toEqual(refused)
    const logout = await server.ask('/api/profile/logout', { method: 'POST', headers })
    expect(logout).toMatchObject({ status: 403, body: { ...refused, message: error } })
  })

  it('of others ends with a change of password', async () => {
    const token = await server.signIn('ann')
    const other = (await login({ netID: 'ann', password })).body['token']
    const body = { newPassword: 'a new password' }
    expect((await server.ask('/api/profile/update-password', { token, body })).status).toBe(200)
    expect((await verify({ token: other })).status).toBe(401)
    expect((await verify({ token })).status).toBe(200)
    expect((await login({ netID: 'ann', password: 'a new password' })).status).toBe(200)
  })

  it.skipIf(inject('postgresUrl') === '').each([
    ['password', { newPassword: 'another one' }],
    ['email', { email: 'thief@example.edu' }],
  ])(
    'or %s is not changed by a session that its owner ends at the same moment',
    async (what, body) => {
      const token = await server.signIn('ann')
      const commit = await holdOpen(server.db, async (tx) => {
        await findPasswordHashLocked(tx, 'ann')
        await removeSessions(tx, 'ann')
      })
      const changed = server.ask(`/api/profile/update-${what}`, { token, body })
      await answeredOrWaiting(server.db, changed)
      await commit()
      expect(await changed).toMatchObject({ status: 401, body: { code: 'notSignedIn' } })
      const signedIn = await server.ask('/api/profile/login', { body: { netID: 'ann', password } })
      expect(signedIn).toMatchObject({ status: 200, body: { email: 'ann@example.edu' } })
    },
  )

  it('is not to be had by the old password once it was changed, however late it is verified', async () => {
    const roomy = await server.another({ RATE_LIMIT_FACTOR: '10' })
    const token = await server.signIn('ann')
    const signIn = () =>
      roomy.ask('/api/profile/login', { body: { netID: 'ann', password } }).then(({ body }) => body)
    const body = { newPassword: 'a new password' }
    // Passwords are verified in turn: those who come first are in before the change, the last after.
    const early = Array.from({ length: 6 }, signIn)
    const changed = roomy.ask('/api/profile/update-password', { token, body })
    const late = Array.from({ length: 6 }, signIn)
    expect((await changed).status).toBe(200)
    const answers = await Promise.all([...early, ...late])
    for (const { token: other } of answers) {
      if (other !== undefined) expect((await verify({ token: other })).status).toBe(401)
    }
    expect(answers).toContainEqual(expect.objectContaining({ code: 'wrongCredentials' }))
    expect((await verify({ token })).status).toBe(200)
    await roomy.app.close()
  })
})

describe('a session that was not used for 14 days', () => {
  beforeEach(async () => {
    await server.close()
    vi.useFakeTimers({ toFake: ['setInterval'] })
    server = await startServerAt('2026-01-18T12:00:00Z')
  })
  afterEach(() => vi.useRealTimers())

  const monitor = { isLineMonitor: true }
  async function pageOf({ connect }: Pick<ServerAt, 'connect'>, token: string) {
    const socket = connect(token)
    await new Promise((resolve) => socket.on('connect', () => resolve(0)))
    await socket.timeout(5000).emitWithAck('excludedNamesUpdated', [], { base: [] })
    return socket
  }

  it('ends within a minute for its open pages on every server, and a renewed one does not', async () => {
    const other = await server.another()
    const ann = await server.signIn('ann', monitor)
    const bo = await server.signIn('bo', monitor)
    const pages = [await pageOf(server, ann), await pageOf(other, ann)]
    const renewed = [await pageOf(server, bo), await pageOf(other, bo)]
    server.goTo('2026-01-20T12:00:00Z')
    expect((await verify({ token: bo })).status).toBe(200)
    server.goTo('2026-02-01T12:00:00Z')
    await vi.advanceTimersByTimeAsync(60_000)
    await expect.poll(() => pages.map(({ connected }) => connected)).toEqual([false, false])
    expect(renewed.map(({ connected }) => connected)).toEqual([true, true])
    expect((await verify({ token: bo })).status).toBe(200)
    const { rows } = await server.db.read(({ queries }) =>
      queries.execute(sql`select net_id as "netID" from sessions`),
    )
    expect(rows).toEqual([{ netID: 'bo' }])
    await other.app.close()
  })
})

describe('the sessions of a person', () => {
  const android =
    'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36'
  const sessionsOf = (token: string) => server.withToken(token).call('listSessions')
  const end = (token: string, id: string) =>
    server.ask('/api/profile/end-session', { token, body: { id } })
  const another = async (netID: string): Promise<string> =>
    String((await login({ netID, password }, { 'user-agent': android })).body['token'])
  async function disconnectOf(token: string): Promise<() => Promise<unknown>> {
    const socket = server.connect(token)
    await new Promise((resolve) => socket.on('connect', () => resolve(0)))
    // Answered only once the socket has joined its rooms.
    await socket.timeout(5000).emitWithAck('excludedNamesUpdated', [], { base: [] })
    const gone = new Promise((resolve) => socket.on('disconnect', resolve))
    return () => gone
  }

  it('are listed, the one that asks first, with device and last use to the day', async () => {
    const token = await server.signIn('ann')
    server.goTo('2026-01-18T12:59:00Z')
    const phone = await another('ann')
    const listed = await sessionsOf(token)
    expect(listed).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{16}$/),
        device: '',
        createdAt: '2026-01-18T12:00:00.000Z',
        lastUsedAt: '2026-01-18T12:00:00.000Z',
        isCurrent: true,
      },
      {
        id: expect.stringMatching(/^[0-9a-f]{16}$/),
        device: 'Chrome on Android',
        createdAt: '2026-01-18T12:59:00.000Z',
        lastUsedAt: '2026-01-18T12:59:00.000Z',
        isCurrent: false,
      },
    ])
    server.goTo('2026-01-19T12:00:00Z')
    await verify({ token })
    expect((await sessionsOf(phone))[1]?.lastUsedAt).toBe('2026-01-18T12:00:00.000Z')
    server.goTo('2026-01-19T12:00:01Z')
    await verify({ token })
    const again = await sessionsOf(phone)
    expect(again.map(({ lastUsedAt }) => lastUsedAt)).toEqual([
      '2026-01-18T12:59:00.000Z',
      '2026-01-19T12:00:01.000Z',
    ])
    server.goTo('2026-02-01T12:59:00Z')
    expect(await sessionsOf(token)).toHaveLength(1)
  })

  it('are ended one by one, and their sockets with them', async () => {
    const token = await server.signIn('ann')
    const phone = await another('ann')
    const gone = await disconnectOf(phone)
    const id = (await sessionsOf(token))[1]?.id ?? ''
    expect((await end(token, id)).status).toBe(200)
    await gone()
    expect((await verify({ token: phone })).status).toBe(401)
    expect(await end(token, id)).toMatchObject({ status: 404, body: { code: 'sessionOver' } })
    expect(await sessionsOf(token)).toHaveLength(1)
  })

  it('are nobody else’s to see or end', async () => {
    const token = await server.signIn('ann')
    const id = (await sessionsOf(token))[0]?.id ?? ''
    const bo = await server.signIn('bo')
    expect((await end(bo, id)).status).toBe(404)
    expect((await verify({ token })).status).toBe(200)
  })

  it('are ended all but the one that asks', async () => {
    const token = await server.signIn('ann')
    const phone = await another('ann')
    const bo = await server.signIn('bo')
    const gone = await disconnectOf(phone)
    const others = () => server.ask('/api/profile/end-other-sessions', { method: 'POST', token })
    expect((await others()).body).toEqual({ ok: true, sessions: 1 })
    await gone()
    expect((await others()).body).toEqual({ ok: true, sessions: 0 })
    expect((await verify({ token: phone })).status).toBe(401)
    for (const kept of [token, bo]) expect((await verify({ token: kept })).status).toBe(200)
  })

  it('are 20 at most: the one that was used longest ago ends, its pages with it', async () => {
    const tokens: string[] = []
    const next = async () => {
      server.pass(1000)
      tokens.push(tokens.length === 0 ? await server.signIn('ann') : await another('ann'))
    }
    const bo = await server.signIn('bo')
    for (let count = 0; count < 20; count += 1) await next()
    const [oldest = '', second = ''] = tokens
    const gone = await disconnectOf(oldest)
    expect(await sessionsOf(oldest)).toHaveLength(20)
    await next()
    await gone()
    expect((await verify({ token: oldest })).status).toBe(401)
    expect(await sessionsOf(second)).toHaveLength(20)
    // Used a day later, the next one is no longer the oldest.
    server.pass(25 * 3_600_000)
    await verify({ token: second })
    await next()
    expect((await verify({ token: second })).status).toBe(200)
    expect((await verify({ token: tokens[2] })).status).toBe(401)
    expect((await verify({ token: bo })).status).toBe(200)
  })

  it('are 20 at most, though many begin at the same moment on two servers', async () => {
    const [one, two] = [await server.another(), await server.another()]
    const token = await server.signIn('ann')
    const body = { netID: 'ann', password }
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        (index % 2 === 0 ? one : two).ask('/api/profile/login', { body }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { rows } = await server.db.read(({ queries }) =>
      queries.execute(sql`select 1 from sessions where net_id = 'ann'`),
    )
    expect(rows).toHaveLength(20)
    expect(token).not.toBe('')
    await one.app.close()
    await two.app.close()
  })

  it.each([
    [0.01, 20],
    [1.5, 30],
  ])(
    'are 20 at most, times a RATE_LIMIT_FACTOR above 1: with %d %d',
    async (rateLimitFactor, most) => {
      let token = await server.signIn('ann')
      const ctx = { ...systemContext, now: server.now, config: { rateLimitFactor } }
      const signIn = () => server.db.transaction((tx) => openSession(ctx, tx, 'ann', ''))
      for (let count = 1; count <= most; count += 1) token = (await signIn()).token
      expect(await sessionsOf(token)).toHaveLength(most)
    },
  )

  it('are ended as often as their person wants, of which 20 an hour stand in the audit', async () => {
    const token = await server.signIn('ann')
    const boss = await server.signIn('boss', { isSuperUser: true })
    const endAnother = async () => {
      await another('ann')
      const [, listed] = await sessionsOf(token)
      expect((await end(token, listed?.id ?? '')).status).toBe(200)
    }
    const recorded = async () => {
      const audit = await server.withToken(boss).call('audit')
      return audit.filter(({ kind }) => kind === 'sessionsEnded').length
    }
    for (let count = 1; count < 30; count += 1) await endAnother()
    const gone = await disconnectOf(await another('ann'))
    await server.withToken(token).call('endOtherSessions')
    await gone()
    expect(await recorded()).toBe(20)
    // Of others' each one is recorded.
    await server.withToken(boss).call('endSessions', { netID: 'ann' })
    expect(await recorded()).toBe(21)
  })

  it('are ended all by a super user, who is named in the audit', async () => {
    const tokens = [await server.signIn('ann'), await another('ann')]
    const boss = await server.signIn('boss', { isSuperUser: true })
    const endAll = (netID: string) =>
      server.ask('/api/admin/end-sessions', { token: boss, body: { netID } })
    expect((await endAll(' ANN ')).body).toEqual({ ok: true, sessions: 2 })
    for (const token of tokens) expect((await verify({ token })).status).toBe(401)
    expect((await endAll('ann')).body).toEqual({ ok: true, sessions: 0 })
    expect(await endAll('nobody')).toMatchObject({ status: 404, body: { code: 'unknownUser' } })
    expect((await server.ask('/api/admin/audit', { token: boss })).body).toMatchObject([
      { kind: 'sessionsEnded', netID: 'boss', about: 'ann', sessions: 2 },
    ])
  })
})
