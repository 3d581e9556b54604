import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { password, startApp, type TestApp } from '../../../tests/support/app.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { withValues } from '../../../tests/support/with-values.ts'
import { api } from '../../shared/api.ts'
import { dayMs, hourMs } from '../../shared/durations.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import { refusals } from '../../shared/refusals.ts'
import { scriptTokens } from '../db/schema.ts'

const start = new Date('2026-01-18T22:00:00-05:00')
let server: TestApp
let clock: Date
beforeEach(async () => {
  clock = start
  server = await startApp({ RATE_LIMIT_FACTOR: '100' }, () => clock)
})
afterEach(() => server.close())

const make = (days = 30) =>
  server.as('superUser').call('makeScriptToken', { name: ' Misses ', days })
const list = async () => (await server.as('superUser').call('listScriptTokens')).tokens
const statusOf = async (path: string, token: string, method = 'GET') =>
  (await server.ask(path, { token, method })).status

/** A check of two tents that is over, in which this one of them was missed; gives its id. */
async function pastCheck(missed: 0 | 1 = 0): Promise<string> {
  const head = server.as('superUser')
  if ((await head.call('listTents')).length === 0) await head.call('loadDemoSeason')
  const ids = (await head.call('listTents')).slice(0, 2).map(({ id }) => id)
  const checkId = await startCheck(head, ids)
  await head.call('mark', { id: ids[missed] ?? '', misses: 1 })
  await head.call('endCheck', {})
  return checkId
}

describe('the token of a program', () => {
  it('reads past checks and their tables', async () => {
    const checkId = await pastCheck()
    const { token } = await make()
    const { body } = await server.ask('/api/checks', { token })
    expect(body).toMatchObject({ checks: [{ id: checkId }] })
    expect((await server.ask(`/api/checks/${checkId}`, { token })).body).toMatchObject({
      id: checkId,
    })
    const table = await fetch(`${server.url}/api/checks/${checkId}/results.csv`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([table.status, (await table.text()).split('\r\n')]).toEqual([200, expect.any(Array)])
  })

  it('reads nothing of the check that is on', async () => {
    const head = server.withToken(await server.signIn('head', { isSuperUser: true }))
    await head.call('loadDemoSeason')
    const [first = ''] = (await head.call('listTents')).map(({ id }) => id)
    const checkId = await startCheck(head, [first])
    const { token } = await make()
    for (const path of [
      `/api/checks/${checkId}`,
      `/api/checks/${checkId}/results.csv`,
      `/api/checks?before=${checkId}`,
    ]) {
      expect([path, await statusOf(path, token)]).toEqual([path, 404])
    }
    expect((await server.ask('/api/checks', { token })).body).toEqual({ checks: [], more: false })
    await head.call('endCheck', {})
    expect(await statusOf(`/api/checks/${checkId}`, token)).toBe(200)
  })

  it('lets the example of the docs write a table of the Misses of all checks of the last night', async () => {
    await pastCheck()
    clock = new Date(start.getTime() + dayMs)
    const checkId = await pastCheck()
    const firstAt = clock.toISOString()
    clock = new Date(clock.getTime() + 3 * hourMs)
    await pastCheck(1)
    const { token } = await make()
    const env = { ...process.env, TENT_CITY: server.url, TENT_CITY_TOKEN: token }
    const example = 'docs/examples/last-nights-misses.mjs'
    const { stdout } = await promisify(execFile)(process.execPath, [example], { env })
    const { tents } = await server.as('superUser').call('getCheck', undefined, {
      params: { id: checkId },
    })
    const rowOf = (at: string, { order, name }: { order: string; name: string }) =>
      expect.stringContaining(`"${at}","${order}","${name}","${at}","`)
    const [one, other] = tents
    if (one === undefined || other === undefined) throw new Error('The check has two tents')
    expect(stdout.trim().split('\n')).toEqual([
      '"Check (UTC)","Order","Name","When (UTC)","By"',
      rowOf(clock.toISOString(), other),
      rowOf(firstAt, one),
    ])
  })

  it('is 403 at every other call, public ones too, and at the socket', async () => {
    const { token } = await make()
    for (const { method, path, forScripts } of Object.values<Endpoint>(api)) {
      if (forScripts) continue
      expect([method, path, await statusOf(withValues(path), token, method)]).toEqual([
        method,
        path,
        403,
      ])
    }
    expect(await statusOf('/socket.io/?EIO=4&transport=polling', token)).toBe(403)
    const socket = server.connect(token)
    const [error] = await new Promise<[Error]>((heard) => {
      socket.once('connect_error', (error) => heard([error]))
    })
    expect(error.message).toBe(refusals.notForScripts[1])
    // Nor as a cookie.
    const cookie = await server.ask('/api/checks', { headers: { cookie: `token=${token}` } })
    expect(cookie.status).toBe(401)
  })

  it('ends with its time, and when somebody ends it', async () => {
    const first = await make(1)
    const second = await make(2)
    expect((await list()).map(({ id }) => id)).toEqual([second.id, first.id])
    expect(first).toMatchObject({ name: 'Misses', expiresAt: '2026-01-20T03:00:00.000Z' })
    clock = new Date(start.getTime() + dayMs)
    expect(await statusOf('/api/checks', first.token)).toBe(401)
    expect(await statusOf('/api/checks', second.token)).toBe(200)
    await server.as('superUser').call('endScriptToken', undefined, { params: { id: second.id } })
    expect(await statusOf('/api/checks', second.token)).toBe(401)
    expect(await list()).toEqual([])
    for (const days of [0, 366]) {
      expect(
        await server.as('superUser').refusal('makeScriptToken', { name: 'Misses', days }),
      ).toEqual([400, 'badRequest'])
    }
    const gone = await server
      .as('superUser')
      .refusal('endScriptToken', undefined, { params: { id: second.id } })
    expect(gone).toEqual([404, 'unknownToken'])
    const audit = await server.as('superUser').call('audit')
    expect(audit.map(({ kind }) => kind).slice(0, 3)).toEqual([
      'scriptTokenEnded',
      'scriptTokenMade',
      'scriptTokenMade',
    ])
  })

  it('ends with the role of whoever made it, and does not come back with it', async () => {
    const maker = await server.signIn('maker', { isSuperUser: true })
    const makeOne = () =>
      server.withToken(maker).call('makeScriptToken', { name: 'Misses', days: 30 })
    const { token } = await makeOne()
    expect(await statusOf('/api/checks', token)).toBe(200)
    const boss = server.as('superUser')
    await boss.call('updateRole', { netID: 'maker', field: 'isLineMonitor', value: true })
    for (const value of [false, true]) {
      await boss.call('updateRole', { netID: 'maker', field: 'isSuperUser', value })
      expect(await statusOf('/api/checks', token)).toBe(401)
    }
    const again = await makeOne()
    await boss.call('disableUser', { netID: 'maker', value: true })
    expect(await statusOf('/api/checks', again.token)).toBe(401)
  })

  it('ends where the password of whoever made it is reset, not where they change it', async () => {
    const maker = await server.signIn('maker', { isSuperUser: true })
    const { token } = await server
      .withToken(maker)
      .call('makeScriptToken', { name: 'Misses', days: 30 })
    await server
      .withToken(maker)
      .call('updatePassword', { currentPassword: password, newPassword: 'gloves at 2 am' })
    expect(await statusOf('/api/checks', token)).toBe(200)
    const { url } = await server.as('superUser').call('makeResetLink', { netID: 'maker' })
    const [, secret = ''] = url.split('#')
    const reset = { token: secret, newPassword: 'hats at 3 am' }
    await server.as('visitor').call('resetPassword', reset)
    expect(await statusOf('/api/checks', token)).toBe(401)
  })

  it('is kept as a hash, and there are 20 at most, also of makers at once', async () => {
    const { token } = await make()
    const kept = await server.db.read(async ({ queries }) =>
      JSON.stringify(await queries.select().from(scriptTokens)),
    )
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(token.slice('script_'.length))
    const boss = await server.signIn('other', { isSuperUser: true })
    const body = { name: 'One of many', days: 1 }
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => server.ask('/api/script-tokens', { token: boss, body })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
    clock = new Date(start.getTime() + dayMs)
    expect((await server.ask('/api/script-tokens', { token: boss, body })).status).toBe(200)
  })
})
