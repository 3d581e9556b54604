import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { next, startApp, type TestApp } from '../../../tests/support/app.ts'
import { startCheck } from '../../../tests/support/start-check.ts'

const metricsToken = 'for-monitoring-only'
let server: TestApp

beforeAll(async () => {
  server = await startApp({ METRICS_TOKEN: metricsToken, RATE_LIMIT_FACTOR: '100' })
})
afterAll(() => server.close())

/** Every sample by its name and labels, as in `up{a="b"}`. */
async function metrics(of = server): Promise<Map<string, number>> {
  const { status, body, headers } = await of.ask('/metrics', { token: metricsToken })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = String(body)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name = '', value] = /^(.+) (\S+)$/.exec(line) ?? []
      return [name, Number(value)]
    }),
  )
}

describe('whether the server is well', () => {
  it('is said by /healthz as long as it answers, and by /readyz as long as its database does', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const { status, body, headers } = await server.ask(path)
      expect([status, body]).toEqual([200, { ok: true }])
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it('is not waited for longer than 2 seconds when the database is mute', async () => {
    const { read } = server.db
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    server.db.read = (work) => held.then(() => read(work))
    const began = performance.now()
    const [found, ...answers] = await Promise.all([
      metrics(),
      server.ask('/readyz'),
      server.ask('/readyz'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([503, 503])
    expect(found.get('tent_city_database_up')).toBe(0)
    expect(found.has('tent_city_check_in_progress')).toBe(false)
    expect(performance.now() - began).toBeLessThan(20_000)
    server.db.read = read
    release()
    await expect.poll(async () => (await server.ask('/readyz')).status).toBe(200)
    await expect.poll(async () => (await metrics()).get('tent_city_database_up')).toBe(1)
  })
})

describe('the numbers for monitoring', () => {
  it('are there only for who has the token', async () => {
    for (const token of [undefined, 'for-monitoring-onlz', `${metricsToken}x`]) {
      expect(await server.ask('/metrics', { token })).toMatchObject({
        status: 404,
        body: (await server.ask('/api/nothing')).body,
      })
    }
    expect((await server.ask(`/metrics?token=${metricsToken}`)).status).toBe(404)
    const without = await startApp()
    expect((await without.ask('/metrics', { token: metricsToken })).status).toBe(404)
    await without.close()
  })

  it('tell of the process and of its requests, by pattern of the route and never by address', async () => {
    const before = await metrics()
    await server.ask('/api/check-status')
    await server.ask('/api/check-status?secret=1')
    await server.ask('/api/roster/export')
    await server.ask('/somewhere/al21')
    const found = await metrics()
    const requests = (labels: string) => {
      const name = `http_request_duration_seconds_count{${labels}}`
      return (found.get(name) ?? 0) - (before.get(name) ?? 0)
    }
    expect(requests('method="GET",route="/api/check-status",status="2xx"')).toBe(2)
    expect(requests('method="GET",route="/api/roster/export",status="4xx"')).toBe(1)
    expect(requests('method="GET",route="none",status="4xx"')).toBe(1)
    expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(1e6)
    expect(found.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
    expect([...found.keys()].join()).not.toMatch(/secret|al21/)
  })

  it('tell how a check stands, how many marks there are and how many pages look on', async () => {
    const super1 = await server.signIn('super1', { isSuperUser: true })
    const token = await server.signIn('monitor1', { isLineMonitor: true })
    await server.ask('/api/roster/demo', { token: super1, body: {} })
    const before = await metrics()
    expect(before.get('tent_city_check_in_progress')).toBe(0)
    expect(before.get('tent_city_check_tents_left')).toBe(0)
    expect(before.get('tent_city_sockets')).toBe(0)
    expect(before.get('tent_city_database_up')).toBe(1)

    const roster = await server.withToken(token).call('listTents')
    const ids = roster.slice(0, 5).map(({ id }) => id)
    await startCheck(server.withToken(token), ids)
    await next(server.connect(token), 'checkStarted')
    for (const id of ids.slice(0, 2)) {
      await server.ask('/api/tent-checks/update', { token, body: { id, misses: 1 } })
    }
    const during = await metrics()
    expect(during.get('tent_city_check_in_progress')).toBe(1)
    expect(during.get('tent_city_check_tents_left')).toBe(3)
    expect(during.get('tent_city_marks_total')).toBe((before.get('tent_city_marks_total') ?? 0) + 2)
    expect(during.get('tent_city_sockets')).toBe(1)
    expect(during.get('tent_city_outbox_waiting')).toBe(0)
  })

  it('tell how old the newest backup is, where the server makes them by itself', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tent-city-backups-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const backups = join(folder, 'backups')
    mkdirSync(backups)
    const settings = { METRICS_TOKEN: metricsToken, DATA_DIR: folder }
    const now = () => new Date('2026-01-18T22:00:00Z')
    const embedded = await startApp(settings, now)
    const SECRET_KEY = '5e'.repeat(32)
    const DATABASE_URL = 'postgres://handed-over'
    const other = await startApp({ ...settings, DATABASE_URL, SECRET_KEY }, now)
    const ageIn = async (of: TestApp) => (await metrics(of)).get('tent_city_backup_age_seconds')
    expect(await ageIn(embedded)).toBeUndefined()
    const backup = join(backups, '2026-01-18T20-30-00.000Z.backup')
    writeFileSync(backup, '')
    const at = new Date('2026-01-18T20:30:00Z')
    utimesSync(backup, at, at)
    expect(await ageIn(embedded)).toBe(5400)
    expect(await ageIn(other)).toBeUndefined()
    await embedded.close()
    await other.close()
  })
})

it('a database that is away is said by /readyz and /metrics; the process answers on', async () => {
  await server.db.close()
  expect((await server.ask('/healthz')).status).toBe(200)
  const { status, body, headers } = await server.ask('/readyz')
  expect([status, body]).toEqual([
    503,
    { error: expect.stringContaining('try again'), code: 'unavailable' },
  ])
  expect(headers.get('retry-after')).toBe('2')
  const found = await metrics()
  expect(found.get('tent_city_database_up')).toBe(0)
  expect(found.has('tent_city_check_in_progress')).toBe(false)
  expect(found.has('process_resident_memory_bytes')).toBe(true)
  // Until it stops, it looks every second whether a check is over.
  await server.app.close()
  expect(server.takeErrors().join()).toContain('The database is closed')
})
