import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ServerAt, startServerAt } from '../../../tests/support/server-at.ts'
import { insertWaiting, listCampusOf } from '../campus/store.ts'
import type { Database } from '../db/database.ts'
import { insertNotices, listNoticesOf } from '../mail/store.ts'
import { forgetHourly } from './forgetting.ts'

let server: ServerAt
beforeEach(async () => {
  server = await startServerAt('2026-01-18T12:00:00Z')
})
afterEach(() => server.close())

const count = (table: string) =>
  server.db.read(async ({ queries }) => {
    const { rows } = await queries.execute(sql`select from ${sql.identifier(table)}`)
    return rows.length
  })

const fail = (netID: string) =>
  server.ask('/api/profile/login', { body: { netID, password: 'wrong password' } })

it('counts are looked through by the thousand, each portion a transaction of its own', async () => {
  await server.db.transaction(({ queries }) =>
    queries.execute(sql`
      insert into rate_limits
      select 'flood ' || n, ${server.now().toISOString()}::timestamptz + (n % 2) * interval '1 hour', 1
      from generate_series(1, 3000) n`),
  )
  const transaction = vi.spyOn(server.db, 'transaction')
  const stop = forgetHourly({ db: server.db, log: server.app.log, now: server.now }, 1)
  await expect.poll(() => count('rate_limits')).toBe(1500)
  await stop()
  // That of the links, three portions, and one that finds no more.
  expect(transaction.mock.calls.length).toBeGreaterThanOrEqual(5)
})

it('counts of attempts are deleted once they are over, and none before', async () => {
  await server.signIn('ann')
  await server.signIn('bo')
  await fail('ann')
  server.goTo('2026-02-01T12:00:00Z')
  await fail('bo')
  const before = await count('rate_limits')
  const stop = forgetHourly({ db: server.db, log: server.app.log, now: server.now }, 1)
  await expect.poll(() => count('rate_limits')).toBeLessThan(before)
  await stop()
  expect(await count('rate_limits')).toBeGreaterThan(0)
})

/** Does what is done every hour, once. */
async function forget(): Promise<void> {
  let hasBegun = false
  const db: Database = {
    ...server.db,
    transaction(work) {
      hasBegun = true
      return server.db.transaction(work)
    },
  }
  const stop = forgetHourly({ db, log: server.app.log, now: server.now }, 1)
  await expect.poll(() => hasBegun).toBe(true)
  await stop()
}

it('mails about accounts lose address and link once that is over, and go a week later', async () => {
  await server.signIn('ann')
  const hour = 3_600_000
  const goodUntil = new Date(server.now().getTime() + hour)
  const about = {
    netID: 'ann',
    about: '',
    at: server.now(),
    dueAt: goodUntil,
    messageID: '',
    goodUntil,
  }
  const sealed = 'address and link'
  await server.db.transaction(async (tx) => {
    await insertNotices(tx, [
      { ...about, id: 'sent', kind: 'resetLinkMade', sealed },
      { ...about, id: 'ticked off', kind: 'confirmNetID', sealed },
      { ...about, id: 'failed', kind: 'resetPassword', sealed },
      { ...about, id: 'waits', kind: 'confirmEmail', sealed },
      { ...about, id: 'of a shift', kind: 'shifts', sealed: null },
    ])
    await tx.queries.execute(sql`
      update notices set state = case id
        when 'sent' then 'sent' when 'ticked off' then 'done' when 'failed' then 'failed'
        else 'waiting' end`)
  })
  const kept = async () => {
    const found = await server.db.read((reader) => listNoticesOf(reader, 'ann'))
    return Object.fromEntries(found.map(({ id, sealed }) => [id, sealed]))
  }
  const before = await kept()
  server.goTo(new Date(goodUntil.getTime() - 1))
  await forget()
  expect(await kept()).toEqual(before)
  server.goTo(goodUntil)
  await forget()
  const emptied = Object.fromEntries(Object.keys(before).map((id) => [id, null]))
  expect(await kept()).toEqual(emptied)
  server.goTo(new Date(goodUntil.getTime() + 7 * 24 * hour))
  await forget()
  expect(await kept()).toEqual({ 'of a shift': null })
})

it('tickets of the campus go once they are over, but for the last that waits for an account', async () => {
  const minutes = (count: number) => new Date(server.now().getTime() + count * 60_000)
  await server.signIn('ann')
  await server.signIn('bo')
  const waiting: [netID: string, subject: string, at: Date][] = [
    ['ann', 'first', minutes(0)],
    ['ann', 'second', minutes(1)],
    ['ann', 'third', minutes(2)],
    ['bo', 'other', minutes(0)],
  ]
  await server.db.transaction(async (tx) => {
    for (const [netID, subject, at] of waiting) {
      const identity = { issuer: 'https://campus.test', subject }
      await insertWaiting(tx, { ...identity, netID, name: '', at, ticketHash: subject })
    }
  })
  const subjects = async () => {
    const found = await server.db.read(async (reader) => [
      ...(await listCampusOf(reader, 'ann')),
      ...(await listCampusOf(reader, 'bo')),
    ])
    return found.map(({ subject }) => subject).sort()
  }
  server.goTo(minutes(15))
  await forget()
  expect(await subjects()).toEqual(['other', 'second', 'third'])
  server.goTo(minutes(60))
  await forget()
  expect(await subjects()).toEqual(['other', 'third'])
})
