import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { forgetHourly } from './forgetting.ts'

let server: TestApp
let clock: Date
beforeEach(async () => {
  clock = new Date('2026-01-18T12:00:00Z')
  server = await startApp({}, () => clock)
})
afterEach(() => server.close())

const count = (table: string) =>
  server.db.read(async ({ queries }) => {
    const result = await queries.execute(sql`select 1 from ${sql.identifier(table)}`)
    return (result as unknown as { rows: unknown[] }).rows.length
  })

const fail = (netID: string) =>
  server.ask('/api/profile/login', { body: { netID, password: 'wrong password' } })

it('counts are looked through by the thousand, each portion a transaction of its own', async () => {
  await server.db.transaction(({ queries }) =>
    queries.execute(sql`
      insert into rate_limits
      select 'flood ' || n, ${clock.toISOString()}::timestamptz + (n % 2) * interval '1 hour', 1
      from generate_series(1, 3000) n`),
  )
  const transaction = vi.spyOn(server.db, 'transaction')
  const stop = forgetHourly({ db: server.db, log: server.app.log, now: () => clock }, 1)
  await expect.poll(() => count('rate_limits')).toBe(1500)
  await stop()
  // That of the sessions, three portions, and one that finds no more.
  expect(transaction.mock.calls.length).toBeGreaterThanOrEqual(5)
})

it('sessions and counts of attempts are deleted once they are over, and none before', async () => {
  await server.signIn('ann')
  await fail('ann')
  clock = new Date('2026-01-31T12:00:00Z')
  const token = await server.signIn('bo')
  clock = new Date('2026-02-01T12:00:00Z')
  await fail('bo')
  expect(await count('sessions')).toBe(2)
  const before = await count('rate_limits')
  const stop = forgetHourly({ db: server.db, log: server.app.log, now: () => clock }, 1)
  await expect.poll(() => count('sessions')).toBe(1)
  await stop()
  const lately = await count('rate_limits')
  expect(lately).toBeGreaterThan(0)
  expect(lately).toBeLessThan(before)
  expect((await server.ask('/api/profile/me', { token })).status).toBe(200)
})
