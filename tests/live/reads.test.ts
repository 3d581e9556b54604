import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionFinder } from '../../src/server/accounts/sessions.ts'
import { systemContext } from '../../src/server/context.ts'
import { tents } from '../../src/server/db/schema.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import { next, startApp, type TestApp } from '../support/app.ts'
import { noticesSettled } from '../support/notices-settled.ts'
import { countQueries } from '../support/queries.ts'
import { rosterRow } from '../support/roster-row.ts'
import { startCheck } from '../support/start-check.ts'

let server: TestApp
let boss: string
let monitor: string
let now: Date
let queries: ReturnType<typeof countQueries>

beforeEach(async () => {
  now = new Date('2026-01-18T22:00:00-05:00')
  server = await startApp({ RATE_LIMIT_FACTOR: '100' }, () => now)
  boss = await server.signIn('boss', { isSuperUser: true })
  monitor = await server.signIn('mo', { isLineMonitor: true })
  queries = countQueries()
})
afterEach(async () => {
  queries.stop()
  await server.close()
})

const addTents = (count: number, named = 'Tent') =>
  server.db.transaction((tx) => {
    const people = { members: 'Ada One, Al Two', netIDs: 'ao1, at2' }
    const rows = Array.from({ length: count }, (_, place) =>
      rosterRow({ order: `${place + 1}`, name: `${named} ${place + 1}`, ...people }),
    )
    return importRoster(systemContext, tx, rows, { results: true })
  })

const list = (token: string | undefined, headers: Record<string, string> = {}, at = server) =>
  at.ask('/api/tent-checks', { token, headers })

const tentsOf = (token?: string, at = server) => at.withToken(token).call('listTents')

/** The ids of all tents. */
const ids = async () => (await tentsOf(monitor)).map(({ id }) => id)

/** A check of all tents, of which everybody was told. */
async function begin(): Promise<void> {
  const tents = await ids()
  const socket = server.connect(monitor)
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  const told = next(socket, 'checkStarted')
  await startCheck(server.withToken(boss), tents, 2)
  await told
  await noticesSettled(server)
}

/** What is asked of the database for one request, once on a server that keeps nothing, then again. */
async function queriesOf(ask: () => Promise<unknown>, tables: string[]): Promise<number[][]> {
  await server.db.transaction(async () => {})
  const counts: number[][] = []
  for (const _ of ['new', 'kept']) {
    queries.begin()
    await ask()
    counts.push(tables.map(queries.about))
  }
  return counts
}

describe('what is read again and again', () => {
  for (const count of [2, 130]) {
    it(`takes the same queries with ${count} tents, and none while it is kept`, async () => {
      await addTents(count)
      expect(await queriesOf(() => list(monitor), ['sessions', 'tents'])).toEqual([
        [1, 1],
        [0, 0],
      ])
      await begin()
      const status = () => server.ask('/api/check-status', { token: monitor })
      expect(await queriesOf(status, ['sessions', 'tents'])).toEqual([
        [1, 1],
        [0, 0],
      ])
      const join = () => next(server.connect(monitor), 'checkStarted')
      expect(await queriesOf(join, ['sessions', 'tents'])).toEqual([
        [1, 1],
        [0, 0],
      ])
    })
  }

  it('takes one query for all who come at the same moment, and for all it renews', async () => {
    const people = Array.from({ length: 30 }, (_, place) => `student${place}`)
    const tokens = await Promise.all(people.map((netID) => server.signIn(netID)))
    now = new Date(now.getTime() + 25 * 60 * 60 * 1000)
    const find = sessionFinder({ db: server.db, log: server.app.log, now: () => now })
    for (const expected of [2, 1]) {
      queries.begin()
      const found = await Promise.all(tokens.map((token) => find(token, 'current')))
      expect(found.map((session) => session?.user.netID)).toEqual(people)
      expect(queries.about('sessions')).toBe(expected)
    }
  })

  it('reads the check once for all who connect', async () => {
    await addTents(20)
    await begin()
    queries.begin()
    const pages = Array.from({ length: 50 }, () => next(server.connect(), 'checkStarted'))
    await Promise.all(pages)
    expect(queries.about('tents')).toBeLessThanOrEqual(1)
  })

  it('holds what is committed from the next request on', async () => {
    await addTents(3)
    for (let round = 0; round < 20; round += 1) {
      const reading = [list(monitor), list(undefined)]
      await addTents(3, `Round ${round} tent`)
      const tents = await tentsOf(monitor)
      expect(tents.map(({ name }) => name)).toContain(`Round ${round} tent 1`)
      await Promise.all(reading)
    }
  })

  it('takes no room for tokens that nobody has', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const token = randomBytes(32).toString('base64url')
      queries.begin()
      await list(token)
      await list(token)
      expect(queries.about('sessions')).toBe(2)
    }
  })

  it('shows no members once the session has ended', async () => {
    await addTents(1)
    const shown = async () => (await tentsOf(monitor))[0]?.members
    expect(await shown()).not.toBe('')
    await server.ask('/api/profile/logout', { token: monitor, body: {} })
    expect(await shown()).toBe('')
  })

  it('follows another server within two seconds, without a notification', async () => {
    const second = await server.another()
    await addTents(1)
    await list(undefined, {}, second)
    await addTents(1, 'Renamed')
    now = new Date(now.getTime() + 1000)
    const tents = await tentsOf(undefined, second)
    expect(tents.map(({ name }) => name)).toEqual(['Renamed 1'])
    await second.app.close()
  })
})

describe('an answer', () => {
  it('shows at once what a person may no longer see', async () => {
    await addTents(3)
    expect((await tentsOf(monitor))[0]?.members).not.toBe('')
    const demoted = { netID: 'mo', field: 'isLineMonitor', value: false }
    await server.ask('/api/admin/update-role', { token: boss, body: demoted })
    expect((await tentsOf(monitor))[0]?.members).toBe('')
  })

  it('comes as small as the asker takes it', async () => {
    await addTents(60)
    for (const [accepted, sent] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['br;q=0.2, gzip', 'gzip'],
      ['*', 'br'],
      ['zstd', null],
      ['identity', null],
    ] as const) {
      const { headers, body } = await list(monitor, { 'accept-encoding': accepted })
      expect(headers.get('content-encoding')).toBe(sent)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('etag')).toBeNull()
      expect(headers.get('vary')).toBe('accept-encoding')
      expect(body).toHaveLength(60)
    }
  })

  it('is kept by no cache, in whatever letters its address is written', async () => {
    const { headers, status } = await fetch(`${server.url}/%61pi/tent-checks`)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  })
})

describe('what is not shared', () => {
  it('is compressed as well: a table to download, and the answer to a write', async () => {
    await addTents(60)
    const asked = { token: boss, headers: { 'accept-encoding': 'gzip' } }
    const table = await server.ask('/api/roster/export', asked)
    expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(table.headers.get('content-encoding')).toBe('gzip')
    expect(String(table.body)).toContain('Tent 60')

    const exported = { ...asked, body: { netID: 'boss' } }
    for (let entry = 0; entry < 30; entry += 1) {
      await server.ask('/api/admin/export-person', exported)
    }
    const answer = await server.ask('/api/admin/export-person', exported)
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(answer.body).toMatchObject({ account: { netID: 'boss' } })
  })
})

describe('a mark', () => {
  const mark = (id: string) =>
    server.ask('/api/tent-checks/update', { token: monitor, body: { id, misses: 1 } })

  /** What marks ask of the database; what watches a check, or works for Airtable, asks by itself. */
  const asked = () => ({
    writes: queries.calling('append_to_ledger'),
    others: ['sessions', 'users', 'tents'].map(queries.about),
    // Once a second the check is read anew, which may find a mark before its own answer is known.
    events: queries.ofRequests().filter((query) => query.includes('order by "check_events"'))
      .length,
  })

  it.each([10, 130])('takes one statement in a check of %i tents', async (count) => {
    await addTents(count)
    await begin()
    const [first = '', second = ''] = await ids()
    await mark(first)
    queries.begin()
    expect((await mark(second)).status).toBe(200)
    expect(asked()).toEqual({ writes: 1, others: [0, 0, 0], events: 0 })
  })

  it('whose tent has changed meanwhile is decided anew: its tent, its session and one more write', async () => {
    await addTents(10)
    await begin()
    const [first = '', second = ''] = await ids()
    await mark(first)
    await server.db.transaction((tx) => tx.queries.update(tents).set({ numberOfMisses: 7 }))
    queries.begin()
    expect((await mark(second)).status).toBe(200)
    expect(asked()).toEqual({ writes: 2, others: [1, 0, 1], events: 0 })
  })
})
