import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { password, startApp, type TestApp } from '../../../tests/support/app.ts'
import { answeredOrWaiting, holdOpen } from '../../../tests/support/held-open.ts'
import { findPasswordHashLocked } from './store.ts'

let server: TestApp
let boss: string
let ann: string
beforeEach(async () => {
  server = await startApp()
  boss = await server.signIn('boss', { isSuperUser: true })
  ann = await server.signIn('ann')
})
afterEach(() => server.close())

const disable = (netID: string, value = true, token = boss) =>
  server.ask('/api/admin/disable-user', { token, body: { netID, value } })
const login = (netID: string, given = password) =>
  server.ask('/api/profile/login', { body: { netID, password: given } })

describe('a disabled account', () => {
  it('is signed out everywhere, sockets too, and stays in the list', async () => {
    const socket = server.connect(ann)
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
    const gone = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()))
    expect((await disable('ANN')).body).toEqual({ ok: true })
    await gone
    expect((await server.ask('/api/profile/me', { token: ann })).status).toBe(401)
    const users = await server.ask('/api/admin/users', { token: boss })
    expect(users.body).toMatchObject([{ netID: 'ann', isDisabled: true }, { netID: 'boss' }])
  })

  it('is told so for the right password alone', async () => {
    await disable('ann')
    expect(await login('ann')).toMatchObject({
      status: 403,
      body: { code: 'accountDisabled', error: 'This account is disabled. Ask a super user.' },
    })
    expect(await login('ann', 'not the right one')).toMatchObject({
      status: 401,
      body: { code: 'wrongCredentials' },
    })
  })

  it('signs in again once it is enabled', async () => {
    await disable('ann')
    expect((await disable('ann', false)).status).toBe(200)
    expect((await login('ann')).status).toBe(200)
  })

  it.skipIf(inject('postgresUrl') === '')(
    'is not left with a session that began at the same moment',
    async () => {
      const commit = await holdOpen(server.db, async (tx) => {
        await findPasswordHashLocked(tx, 'ann')
      })
      const both = Promise.all([login('ann'), disable('ann')])
      await answeredOrWaiting(server.db, both)
      await commit()
      const [signedIn] = await both
      const token = String(signedIn.body['token'])
      expect((await server.ask('/api/profile/me', { token })).status).toBe(401)
    },
  )
})

describe('disabling', () => {
  it('is recorded, and an unknown netID is 404', async () => {
    expect(await disable('nobody')).toMatchObject({ status: 404, body: { code: 'unknownUser' } })
    await disable('ann')
    const [event] = await server.withToken(boss).call('audit')
    expect(event).toMatchObject({
      kind: 'accountDisabled',
      netID: 'boss',
      about: 'ann',
      value: true,
    })
  })

  it('never takes the last super user, among whom a disabled one does not count', async () => {
    const refused = { status: 409, body: { code: 'lastSuperUser' } }
    expect(await disable('boss')).toMatchObject(refused)
    await server.signIn('second', { isSuperUser: true })
    expect((await disable('second')).status).toBe(200)
    expect(await disable('boss')).toMatchObject(refused)
    const body = { netID: 'boss', field: 'isSuperUser', value: false }
    expect(await server.ask('/api/admin/update-role', { token: boss, body })).toMatchObject(refused)
  })

  it('of each other by the last two super users leaves one', async () => {
    const second = await server.signIn('second', { isSuperUser: true })
    const answers = await Promise.all([disable('second'), disable('boss', true, second)])
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200])
  })
})

describe('closing the season', () => {
  const close = (more: object) =>
    server.ask('/api/admin/close-season', { token: boss, body: { confirm: 'CLOSE', ...more } })
  const mayRead = async (token: string) =>
    (await server.ask('/api/admin/users', { token })).status === 200

  it('ends the role of line monitors where that is chosen, and each is in the audit', async () => {
    const mo = await server.signIn('mo', { isLineMonitor: true })
    expect((await close({ endRoles: true })).status).toBe(200)
    expect(await mayRead(mo)).toBe(false)
    expect(await mayRead(boss)).toBe(true)
    const [event] = await server.withToken(boss).call('audit')
    expect(event).toMatchObject({
      kind: 'roleChanged',
      about: 'mo',
      role: 'isLineMonitor',
      value: false,
    })
  })

  it.each([{}, { endRoles: false }])('else they keep it: %j', async (more) => {
    const mo = await server.signIn('mo', { isLineMonitor: true })
    await close(more)
    expect(await mayRead(mo)).toBe(true)
  })
})
