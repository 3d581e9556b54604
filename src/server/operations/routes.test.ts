import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { insertNotices, removeNotices } from '../mail/store.ts'
import { version } from '../version.ts'

const start = new Date('2026-01-18T22:00:00-05:00')
let server: TestApp
let clock = start
beforeAll(async () => {
  server = await startApp({}, () => clock)
})
afterAll(() => server.close())

const health = () => server.as('superUser').call('health')

describe('how well the server is', () => {
  it('is told to a super user', async () => {
    expect(await health()).toMatchObject({
      at: start.toISOString(),
      startedAt: start.toISOString(),
      version,
      engine: expect.stringMatching(/PostgreSQL \d+/),
      backup: null,
      queues: { airtable: { waiting: 0, oldestSince: null } },
      failed: [],
    })
  })

  it('names the requests that failed by a fault of its own, for a day', async () => {
    const { read } = server.db
    server.db.read = () => Promise.reject(new Error('the disk is on fire'))
    const broken = await server.ask('/api/team-stats/../grace')
    server.db.read = read
    expect(broken.status).toBe(500)
    expect(server.takeErrors().join()).toContain('the disk is on fire')
    const failed = {
      id: broken.headers.get('x-request-id'),
      at: start.toISOString(),
      method: 'GET',
      route: '/api/grace',
      error: 'the disk is on fire',
    }
    expect((await health()).failed).toEqual([failed])
    clock = new Date(start.getTime() + 86_400_000)
    expect((await health()).failed).toEqual([])
    clock = start
  })

  it('names no request that found a line full, so that these leave the others in the list', async () => {
    clock = new Date(start.getTime() + 2 * 86_400_000)
    const { read } = server.db
    server.db.read = () => Promise.reject(new Error('the disk is on fire'))
    await server.ask('/api/grace')
    server.db.read = read
    server.takeErrors()
    const body = {
      netID: 'al1',
      email: 'al1@example.edu',
      firstName: 'Al',
      lastName: 'One',
      password: 'gloves at 2 am',
    }
    const answers = await Promise.all(
      Array.from({ length: 120 }, () => server.ask('/api/profile/register', { body })),
    )
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(0)
    expect((await health()).failed.map(({ error }) => error)).toEqual(['the disk is on fire'])
    expect(server.takeErrors()).toEqual([])
    clock = start
  })

  it('counts as due what a clock that was ahead put off, as the queue does', async () => {
    expect((await health()).queues.mails.waiting).toBe(0)
    const [at, dueAt] = [start, new Date(start.getTime() + 2 * 3_600_000)]
    const mail = { id: 'm', kind: 'shifts', netID: 'boss', about: '', messageID: '<m@x>' } as const
    await server.db.transaction((tx) => insertNotices(tx, [{ ...mail, at, dueAt }]))
    expect((await health()).queues.mails.waiting).toBe(1)
    await server.db.transaction((tx) => removeNotices(tx, ['m']))
  })

  it('counts the servers that are up, by their versions', async () => {
    expect((await health()).servers).toEqual([version])
    const another = await server.another()
    // The embedded engine has no other server beside it.
    const expected = inject('postgresUrl') === '' ? [version] : [version, version]
    await expect.poll(async () => (await health()).servers).toEqual(expected)
    await another.app.close()
    await expect.poll(async () => (await health()).servers).toEqual([version])
  })
})

it('a super user takes a backup of everything home, called by the day of the season, and the audit says so', async () => {
  const token = await server.signIn('keeper', { isSuperUser: true })
  const answer = await fetch(`${server.url}/api/backup`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="tent-city-2026-01-18.backup"',
  )
  const lines = gunzipSync(await answer.arrayBuffer())
    .toString()
    .trim()
    .split('\n')
  expect(lines[0]).toContain('tent-city backup')
  expect(lines.some((line) => line.includes('"keeper"'))).toBe(true)
  expect((await server.as('superUser').call('audit'))[0]).toMatchObject({
    kind: 'backupMade',
    netID: 'keeper',
  })
})
