import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { password } from '../../../tests/support/app.ts'
import { answeredOrWaiting, countWaiting, holdOpen } from '../../../tests/support/held-open.ts'
import { type ServerAt, startServerAt } from '../../../tests/support/server-at.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { refusals } from '../../shared/refusals.ts'
import { readConfig } from '../config.ts'
import { systemContext } from '../context.ts'
import { hashPassword } from './passwords.ts'
import { addUser, newSetupToken, setupTokenHash } from './registration.ts'
import { listUsers, lockAccounts, updateAccount } from './store.ts'

let server: ServerAt
beforeEach(async () => {
  server = await startServerAt('2026-01-18T12:00:00Z')
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
  ...systemContext,
  config: readConfig({}),
  now: () => server.now(),
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
    const { rows } = await server.db.read(({ queries }) =>
      queries.execute(
        sql`select password_hash, token_hash from users join sessions using (net_id)`,
      ),
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.['password_hash']).toMatch(/^\$argon2id\$/)
    const tokenHash = createHash('sha256').update(String(body['token'])).digest()
    expect([tokenHash.toString('hex'), tokenHash.toString('base64url')]).toContain(
      rows[0]?.['token_hash'],
    )
  })

  it('is refused for what is not valid, and makes no account', async () => {
    for (const [code, wrong] of [
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
      ['passwordCommon', { netID: 'Ann12', password: 'aNN12' }],
      ['nameInvalid', { firstName: 'Ann\u202eeel' }],
      ['nameInvalid', { lastName: '\u2066Lee\u2069' }],
    ] as const) {
      const answer = await register({ ...ann, ...wrong })
      expect([wrong, answer.status, answer.body.code]).toEqual([wrong, 400, code])
    }
    expect(await server.db.read(listUsers)).toEqual([])
  })

  it('is refused for all that is not valid, the first of it in words, and only then for all that is taken', async () => {
    await register(ann)
    const taken = { netID: 'netIDTaken', email: 'emailTaken' }
    const bo = { ...ann, netID: 'bo2', email: 'bo@example.edu' }
    for (const [given, status, code, fields] of [
      [{ ...ann, firstName: '' }, 400, 'nameInvalid', { firstName: 'nameInvalid' }],
      [
        { ...bo, email: 'ANN@example.edu', lastName: '', password: 'password1' },
        400,
        'nameInvalid',
        { lastName: 'nameInvalid', password: 'passwordCommon' },
      ],
      [
        { ...ann, netID: 'a b', email: 'ann', password: '' },
        400,
        'netIDInvalid',
        { netID: 'netIDInvalid', email: 'emailInvalid', password: 'passwordInvalid' },
      ],
      [
        { ...ann, netID: 'bo2', password: '' },
        400,
        'passwordInvalid',
        { password: 'passwordInvalid' },
      ],
    ] as const) {
      const answer = await register(given)
      expect([answer.status, answer.body]).toEqual([
        status,
        { error: refusals[code][1], code, fields },
      ])
    }
    await register(bo)
    const both = await register({ ...ann, email: 'bo@example.edu' })
    expect(both).toMatchObject({ status: 409, body: { code: 'netIDTaken', fields: taken } })
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
    // Letters that JavaScript and the database lower differently.
    for (const [place, email] of ['ΝΙΚΟΣ@example.edu', 'İ@example.edu'].entries()) {
      expect((await register({ ...ann, netID: `cy${place}`, email })).status).toBe(200)
      const same = await register({ ...ann, netID: `di${place}`, email })
      expect([email, same.status, same.body.code]).toEqual([email, 409, 'emailTaken'])
    }
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
        addUser(systemContext, tx, bo, '', {
          isLineMonitor: false,
          isSuperUser: false,
          isConfirmed: false,
        }),
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
      await setupTokenHash.lockSavedAt(tx)
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

  it.skipIf(inject('postgresUrl') === '').each([
    ['make links for', 'reset-link', {}],
    ['confirm', 'confirm-user', { value: true }],
  ])('are of use to two who %s each other at the same moment', async (_, call, more) => {
    const netIDs = ['one', 'two']
    const tokens: string[] = []
    for (const netID of netIDs) tokens.push(await server.signIn(netID, { isSuperUser: true }))
    const release = await holdOpen(server.db, (tx) => lockAccounts(tx, netIDs))
    const answers = netIDs
      .toReversed()
      .map((netID, index) =>
        server.ask(`/api/admin/${call}`, { token: tokens[index], body: { netID, ...more } }),
      )
    await expect.poll(() => server.db.read(countWaiting)).toBe(2)
    await release()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
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
    await startCheck(server.withToken(boss), ['t'])
    const socket = server.connect(ann)
    // The start itself may be told once more to who connects at that moment.
    const shown: (string | undefined)[] = []
    socket.on('checkStarted', ({ activeTents }) => shown.push(activeTents[0]?.members))
    await expect.poll(() => shown.at(-1)).toBe('')
    const role = { netID: 'ann', field: 'isLineMonitor', value: true }
    await server.ask('/api/admin/update-role', { token: boss, body: role })
    await expect.poll(() => shown.at(-1)).toBe('Bo Chen')
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
    for (const other of [' iloveyou', 'annabel12 ']) expect((await change(other)).status).toBe(200)
    await server.db.transaction(async (tx) =>
      updateAccount(tx, 'annabel12', { passwordHash: await hashPassword('iloveyou') }),
    )
    expect((await login({ netID: 'annabel12', password: 'iloveyou' })).status).toBe(200)
  })
})
