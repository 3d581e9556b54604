import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { next, password, startApp, type TestApp } from '../../../tests/support/app.ts'
import { answeredOrWaiting, countWaiting, holdOpen } from '../../../tests/support/held-open.ts'
import { readConfig } from '../config.ts'
import { reality } from '../context.ts'
import { lockSavedAt } from '../settings/store.ts'
import { hashPassword } from './passwords.ts'
import { addUser, newSetupToken } from './registration.ts'
import { listUsers, updatePasswordHash } from './store.ts'

let server: TestApp
let clock: Date
beforeEach(async () => {
  clock = new Date('2026-01-18T12:00:00Z')
  server = await startApp({}, () => clock)
})
afterEach(() => server.close())

const ann = {
  netID: 'Ann12',
  email: 'ann@example.edu',
  firstName: 'Ann',
  lastName: 'O’Hara-Núñez',
  password: 'long enough',
}
const context = () => ({
  ...reality,
  config: readConfig({}),
  now: () => clock,
  db: server.db,
  log: server.app.log,
  secretKey: '5e'.repeat(32),
})
const register = (body: object) => server.ask('/api/profile/register', { body })
const login = (body: object, headers = {}) => server.ask('/api/profile/login', { body, headers })
const verify = (options: object) =>
  server.ask('/api/profile/verify-token', { method: 'POST', ...options })

describe('registering', () => {
  it('makes an account without any role that can sign in, its netID in lower case', async () => {
    expect(await register(ann)).toMatchObject({ status: 200, body: { ok: true } })
    const answer = await login({ netID: 'ANN12', password: ann.password })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        netID: 'ann12',
        firstName: 'Ann',
        lastName: 'O’Hara-Núñez',
        email: 'ann@example.edu',
        isLineMonitor: false,
        isSuperUser: false,
      },
    })
    expect(Object.keys(answer.body)).not.toContain('passwordHash')
  })

  it('keeps the password as an argon2id hash only, and a session by the hash of its token', async () => {
    await register(ann)
    const { body } = await login(ann)
    const { rows } = (await server.db.read(({ queries }) =>
      queries.execute(
        sql`select password_hash, token_hash from users join sessions using (net_id)`,
      ),
    )) as unknown as { rows: Record<string, string>[] }
    expect(rows).toHaveLength(1)
    expect(rows[0]?.['password_hash']).toMatch(/^\$argon2id\$/)
    const tokenHash = createHash('sha256').update(String(body['token'])).digest()
    expect([tokenHash.toString('hex'), tokenHash.toString('base64url')]).toContain(
      rows[0]?.['token_hash'],
    )
  })

  it.each([
    ['netIDInvalid', { netID: 'ann 12' }],
    ['netIDInvalid', { netID: '' }],
    ['netIDInvalid', { netID: 'a'.repeat(33) }],
    ['netIDInvalid', { netID: 'änn' }],
    ['nameInvalid', { firstName: ' ' }],
    ['nameInvalid', { lastName: 'x'.repeat(101) }],
    ['nameInvalid', { firstName: 'A\u0007' }],
    ['emailInvalid', { email: 'ann' }],
    ['passwordInvalid', { password: 'short 7' }],
    ['passwordInvalid', { password: 'x'.repeat(129) }],
    ['passwordCommon', { password: '12345678' }],
    ['passwordCommon', { password: 'Password1' }],
    ['passwordCommon', { password: 'BASKETBALL' }],
    ['passwordCommon', { password: '87654321' }],
    ['passwordCommon', { password: 'ANN@example.edu' }],
    ['passwordCommon', { netID: 'Annabel12', password: 'annaBEL12' }],
    ['nameInvalid', { firstName: 'Ann\u202eeel' }],
    ['nameInvalid', { lastName: '\u2066Lee\u2069' }],
  ])('is refused as %s for %o', async (code, wrong) => {
    expect(await register({ ...ann, ...wrong })).toMatchObject({ status: 400, body: { code } })
  })

  it('by the set-up link takes no common password either, and the link stays good', async () => {
    const setupToken = await newSetupToken(context())
    const common = await register({ ...ann, password: 'password1', setupToken })
    expect(common).toMatchObject({ status: 400, body: { code: 'passwordCommon' } })
    expect((await register({ ...ann, setupToken })).status).toBe(200)
  })

  it('with a netID or an e-mail that is taken, in any case, is 409', async () => {
    await register(ann)
    const sameNetID = { ...ann, netID: 'aNN12', email: 'x@example.edu' }
    expect(await register(sameNetID)).toMatchObject({ status: 409, body: { code: 'netIDTaken' } })
    const sameEmail = { ...ann, netID: 'bo', email: 'ANN@example.edu' }
    expect(await register(sameEmail)).toMatchObject({ status: 409, body: { code: 'emailTaken' } })
  })

  it('twice at the same moment makes one account', async () => {
    const answers = await Promise.all([register(ann), register(ann), register(ann)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it.skipIf(inject('postgresUrl') === '')(
    'with an e-mail that another person is taking at the same moment, says so',
    async () => {
      const bo = { ...ann, netID: 'bo' }
      const commit = await holdOpen(server.db, (tx) =>
        addUser(reality, tx, bo, '', { isLineMonitor: false, isSuperUser: false }),
      )
      const registered = register(ann)
      await answeredOrWaiting(server.db, registered)
      await commit()
      expect(await registered).toMatchObject({ status: 409, body: { code: 'emailTaken' } })
    },
  )

  it('by the one-time set-up link makes the first super user, once', async () => {
    const ctx = context()
    const setupToken = await newSetupToken(ctx)
    expect(await register({ ...ann, setupToken })).toMatchObject({ status: 200 })
    const answer = await login({ netID: 'ann12', password: ann.password })
    expect(answer.body).toMatchObject({ isSuperUser: true })
    const again = { ...ann, netID: 'bo', email: 'bo@example.edu', setupToken }
    expect(await register(again)).toMatchObject({ status: 403, body: { code: 'setupLinkUsed' } })
    expect(await newSetupToken(ctx)).toBe(null)
  })

  it('by the set-up link makes one super user, though two come with it at the same moment', async () => {
    const setupToken = await newSetupToken(context())
    const both = ['ann', 'bo'].map((netID) => ({ ...ann, netID, email: `${netID}@example.edu` }))
    const answers = await server.db.transaction(async (tx) => {
      // Kept as it is until both have come to take it.
      await lockSavedAt(tx, 'setupTokenHash')
      const asked = Promise.all(both.map((person) => register({ ...person, setupToken })))
      if (inject('postgresUrl') !== '') await expect.poll(() => countWaiting(tx)).toBe(2)
      return { asked }
    })
    const statuses = (await answers.asked).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 403])
    const users = await server.db.read(listUsers)
    expect(users).toMatchObject([{ isSuperUser: true }])
  })

  it('by the set-up link is offered until there is a super user, whoever else registers', async () => {
    const ctx = context()
    await newSetupToken(ctx)
    await register({ ...ann, netID: 'first', email: 'first@example.edu' })
    await server.signIn('mo', { isLineMonitor: true })
    const setupToken = await newSetupToken(ctx)
    expect(setupToken).toMatch(/^[\w-]{43}$/)
    expect((await register({ ...ann, setupToken })).status).toBe(200)
    expect(await newSetupToken(ctx)).toBe(null)
  })

  it('by the set-up link is refused once there is a super user without it', async () => {
    const setupToken = await newSetupToken(context())
    await server.signIn('boss', { isSuperUser: true })
    const answer = await register({ ...ann, setupToken })
    expect(answer).toMatchObject({ status: 403, body: { code: 'setupLinkUsed' } })
    expect((await login({ netID: 'ann12', password: ann.password })).status).toBe(401)
  })
})

describe('signing in', () => {
  it('answers a wrong netID and a wrong password alike', async () => {
    await server.signIn('ann')
    const wrongPassword = await login({ netID: 'ann', password: 'wrong password' })
    const wrongNetID = await login({ netID: 'nobody', password })
    expect(wrongPassword.status).toBe(401)
    expect(wrongPassword.body).toEqual(wrongNetID.body)
  })

  it('keeps the token in an HttpOnly, SameSite=Lax cookie, which alone is enough', async () => {
    await server.signIn('ann')
    const { headers, body } = await login({ netID: 'ann', password })
    const cookie = headers.getSetCookie()[0]
    expect(cookie).toMatch(/^token=.+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/)
    const answer = await verify({ headers: { cookie: `token=${body['token']}` } })
    expect(answer.body).toMatchObject({ netID: 'ann' })
  })
})

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
      clock = new Date(clock.getTime() + count * 86_400_000)
    }
    days(13)
    expect((await verify({ token })).status).toBe(200)
    days(13)
    expect((await verify({ token })).status).toBe(200)
    days(14)
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

  it('by cookie alone writes nothing from another origin', async () => {
    const token = await server.signIn('ann')
    const headers = { cookie: `token=${token}`, origin: 'https://evil.example' }
    const body = { newPassword: 'evil password' }
    const answer = await server.ask('/api/profile/update-password', { headers, body })
    expect(answer).toMatchObject({ status: 403, body: { code: 'foreignOrigin' } })
    const own = { cookie: `token=${token}`, origin: server.url }
    expect((await verify({ headers: own })).status).toBe(200)
  })

  it('ends with logout, by bearer or by cookie, and its sockets with it', async () => {
    const token = await server.signIn('ann')
    const socket = server.connect(token)
    await new Promise((resolve) => socket.on('connect', () => resolve(0)))
    await server.ask('/api/check-status')
    const gone = new Promise((resolve) => socket.on('disconnect', () => resolve(0)))
    const answer = await server.ask('/api/profile/logout', {
      method: 'POST',
      headers: { cookie: `token=${token}` },
    })
    expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    expect((await verify({ token })).status).toBe(401)
    await gone
    expect((await server.ask('/api/profile/logout', { method: 'POST' })).status).toBe(200)
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

describe('the sessions of a person', () => {
  const android =
    'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36'
  type Listed = { id: string; device: string; lastUsedAt: string; isCurrent: boolean }
  const sessionsOf = async (token: string) =>
    (await server.ask('/api/profile/sessions', { token })).body as unknown as Listed[]
  const end = (token: string, id: string) =>
    server.ask('/api/profile/end-session', { token, body: { id } })
  const another = async (netID: string): Promise<string> =>
    (await login({ netID, password }, { 'user-agent': android })).body['token'] ?? ''
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
    clock = new Date('2026-01-18T12:59:00Z')
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
    clock = new Date('2026-01-19T12:00:00Z')
    await verify({ token })
    expect((await sessionsOf(phone))[1]?.lastUsedAt).toBe('2026-01-18T12:00:00.000Z')
    clock = new Date('2026-01-19T12:00:01Z')
    await verify({ token })
    const again = await sessionsOf(phone)
    expect(again.map(({ lastUsedAt }) => lastUsedAt)).toEqual([
      '2026-01-18T12:59:00.000Z',
      '2026-01-19T12:00:01.000Z',
    ])
    clock = new Date('2026-02-01T12:59:00Z')
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
      clock = new Date(clock.getTime() + 1000)
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
    clock = new Date(clock.getTime() + 25 * 3_600_000)
    await verify({ token: second })
    await next()
    expect((await verify({ token: second })).status).toBe(200)
    expect((await verify({ token: tokens[2] })).status).toBe(401)
    expect((await verify({ token: bo })).status).toBe(200)
  })

  it('are 20 at most, though many begin at the same moment on two servers', async () => {
    const roomy = { RATE_LIMIT_FACTOR: '100' }
    const [one, two] = [await server.another(roomy), await server.another(roomy)]
    const token = await server.signIn('ann')
    const body = { netID: 'ann', password }
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        (index % 2 === 0 ? one : two).ask('/api/profile/login', { body }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { rows } = (await server.db.read(({ queries }) =>
      queries.execute(sql`select 1 from sessions where net_id = 'ann'`),
    )) as unknown as { rows: unknown[] }
    expect(rows).toHaveLength(20)
    expect(token).not.toBe('')
    await one.app.close()
    await two.app.close()
  })

  it('are ended all by a super user, who is named in the record', async () => {
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

describe('roles', () => {
  it('are not given up by the last super user', async () => {
    const boss = await server.signIn('boss', { isSuperUser: true })
    const give = (netID: string, value: boolean) =>
      server.ask('/api/admin/update-role', {
        token: boss,
        body: { netID, field: 'isSuperUser', value },
      })
    expect(await give('BOSS', false)).toMatchObject({
      status: 409,
      body: { code: 'lastSuperUser' },
    })
    await server.signIn('ann')
    await give('ann', true)
    expect((await give('boss', false)).status).toBe(200)
    expect((await give('ann', false)).status).toBe(403)
  })

  it('two last super users who step down at the same moment leave one', async () => {
    const tokens = [
      await server.signIn('one', { isSuperUser: true }),
      await server.signIn('two', { isSuperUser: true }),
    ]
    const answers = await Promise.all(
      ['one', 'two'].map((netID, index) =>
        server.ask('/api/admin/update-role', {
          token: tokens[index],
          body: { netID, field: 'isSuperUser', value: false },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('of many changed by one at the same moment are all changed', async () => {
    const boss = await server.signIn('boss', { isSuperUser: true })
    const netIDs = ['ann', 'bo', 'cy', 'di', 'ed', 'flo']
    for (const netID of netIDs) await server.signIn(netID)
    const answers = await Promise.all(
      netIDs.map((netID) =>
        server.ask('/api/admin/update-role', {
          token: boss,
          body: { netID, field: 'isLineMonitor', value: true },
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(netIDs.map(() => 200))
  })

  it('hold for open sockets at once', async () => {
    const ann = await server.signIn('ann')
    const boss = await server.signIn('boss', { isSuperUser: true })
    await server.db.transaction(async ({ queries }) => {
      const { tents } = await import('../db/schema.ts')
      const texts = { type: '', captain: '', captainName: '', members: 'Bo Chen', netIDs: '' }
      const last = { lastMissLM: '', dateOfLastMiss: '', lastCheck: '', dateOfLastCheck: '' }
      await queries
        .insert(tents)
        .values({ id: 't', order: 'A', name: 'A', numberOfMisses: 0, ...texts, ...last })
    })
    const body = { tents: [{ id: 't' }], numCheckers: 1 }
    expect((await server.ask('/api/start-check', { token: boss, body })).status).toBe(200)
    const socket = server.connect(ann)
    const [before] = await next(socket, 'checkStarted')
    expect(before.activeTents[0]?.members).toBe('')
    const told = next(socket, 'checkStarted')
    const role = { netID: 'ann', field: 'isLineMonitor', value: true }
    await server.ask('/api/admin/update-role', { token: boss, body: role })
    expect((await told)[0].activeTents[0]?.members).toBe('Bo Chen')
  })
})

describe('the profile', () => {
  it('changes the e-mail, refusing one that is taken or not valid', async () => {
    const token = await server.signIn('ann')
    await server.signIn('bo')
    const change = (email: unknown) =>
      server.ask('/api/profile/update-email', { token, body: { email } })
    expect(await change(' new@example.edu ')).toMatchObject({ body: { email: 'new@example.edu' } })
    expect(await change('BO@example.edu')).toMatchObject({ status: 409 })
    expect(await change('nonsense')).toMatchObject({ status: 400 })
    expect(await change(7)).toMatchObject({ status: 400 })
    const me = await server.ask('/api/profile/me', { token })
    expect(me.body).toMatchObject({ netID: 'ann', email: 'new@example.edu' })
  })

  it('takes no common password, nor the netID or e-mail; an old one stays good', async () => {
    const token = await server.signIn('annabel12')
    const change = (newPassword: string) =>
      server.ask('/api/profile/update-password', { token, body: { newPassword } })
    for (const common of ['iloveyou', 'ILoveYou', 'ANNABEL12', 'Annabel12@Example.EDU']) {
      expect(await change(common)).toMatchObject({ status: 400, body: { code: 'passwordCommon' } })
    }
    await server.db.transaction(async (tx) =>
      updatePasswordHash(tx, 'annabel12', await hashPassword('iloveyou')),
    )
    expect((await login({ netID: 'annabel12', password: 'iloveyou' })).status).toBe(200)
  })
})
