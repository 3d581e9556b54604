import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { password, startApp } from '../../../tests/support/app.ts'
import { type ServerAt, startServerAt } from '../../../tests/support/server-at.ts'

let server: ServerAt
let ann: string
beforeEach(async () => {
  server = await startServerAt('2026-01-18T12:00:00Z')
  ann = await server.signIn('ann')
})
afterEach(() => server.close())

const later = (minutes: number) => {
  server.pass(minutes * 60_000)
}

describe.each([
  ['update-email', { email: 'new@example.edu' }],
  ['update-password', { newPassword: 'long enough now' }],
])('%s', (path, change) => {
  const update = (more: object = {}) =>
    server.ask(`/api/profile/${path}`, { token: ann, body: { ...change, ...more } })

  it('takes the current password at any time', async () => {
    later(24 * 60)
    expect((await update({ currentPassword: password })).status).toBe(200)
  })

  it('is taken without it for 15 minutes after the sign-in, then 403 and says so', async () => {
    later(14)
    expect((await update()).status).toBe(200)
    later(1)
    const refused = { status: 403, body: { code: 'currentPasswordNeeded' } }
    expect(await update()).toMatchObject(refused)
  })

  it('needs it after a sign-in by a clock that was ahead and was set back', async () => {
    later(-1)
    expect((await update()).status).toBe(200)
    later(-1)
    const refused = { status: 403, body: { code: 'currentPasswordNeeded' } }
    expect(await update()).toMatchObject(refused)
  })

  it('counts from the sign-in of that very session', async () => {
    later(60)
    const { body } = await server.ask('/api/profile/login', { body: { netID: 'ann', password } })
    expect(await update()).toMatchObject({ status: 403 })
    ann = String(body['token'])
    expect((await update()).status).toBe(200)
  })

  it('with a wrong one is 403, also right after the sign-in, and changes nothing', async () => {
    const wrong = { status: 403, body: { code: 'wrongPassword' } }
    expect(await update({ currentPassword: 'not the right one' })).toMatchObject(wrong)
    const me = await server.ask('/api/profile/me', { token: ann })
    expect(me.body).toMatchObject({ email: 'ann@example.edu' })
    const login = await server.ask('/api/profile/login', { body: { netID: 'ann', password } })
    expect(login.status).toBe(200)
  })
})

it('wrong current passwords count like failed sign-ins, and are in the audit', async () => {
  const waits: number[] = []
  const strict = await startApp({}, server.now, undefined, async (ms) => void waits.push(ms))
  const boss = await strict.signIn('boss', { isSuperUser: true })
  const bo = await strict.signIn('bo')
  const body = { email: 'new@example.edu', currentPassword: 'not the right one' }
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await strict.ask('/api/profile/update-email', { token: bo, body })
  }
  expect(waits).toEqual([])
  await strict.ask('/api/profile/update-email', { token: bo, body })
  expect(waits).toHaveLength(1)
  await strict.ask('/api/profile/login', { body: { netID: 'bo', password: 'nor this one' } })
  expect(waits).toHaveLength(2)
  const [event] = await strict.withToken(boss).call('audit')
  expect(event).toMatchObject({ kind: 'signInFailed', about: 'bo' })
  await strict.close()
})

it('guesses of strangers behind the same address keep nobody from a change', async () => {
  const waits: number[] = []
  const strict = await startApp({}, server.now, undefined, async (ms) => void waits.push(ms))
  const bo = await strict.signIn('bo')
  const guess = () =>
    strict.ask('/api/profile/login', { body: { netID: 'bo', password: 'not the right one' } })
  for (let attempt = 0; attempt < 11; attempt += 1) await guess()
  expect(waits).toHaveLength(1)
  const body = { email: 'new@example.edu', currentPassword: password }
  const changed = await strict.ask('/api/profile/update-email', { token: bo, body })
  expect([changed.status, waits.length]).toEqual([200, 1])
  await strict.close()
})

it('how fresh a sign-in must be is a setting', async () => {
  const strict = await server.another({ FRESH_SIGN_IN_SECONDS: '60' })
  later(2)
  const body = { email: 'new@example.edu' }
  const answer = await strict.ask('/api/profile/update-email', { token: ann, body })
  expect(answer).toMatchObject({ status: 403, body: { code: 'currentPasswordNeeded' } })
  await strict.app.close()
})
