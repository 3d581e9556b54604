import { sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fillAirtable } from '../../../stand-ins/roster.ts'
import { startCheckNight } from '../../../tests/support/check-night.ts'
import { type City, people, startCity } from '../../../tests/support/city.ts'
import { allSent as patience } from '../../../tests/support/city-test.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { resultCells } from '../tent-check/ledger/events.ts'
import {
  listUnsent,
  removeArrived,
  updateFailed,
  updateGivenUp,
  updateMayHaveArrived,
  updatePlanned,
} from './store.ts'

async function inCity<T>(city: City, test: (city: City) => Promise<T>): Promise<void> {
  try {
    await test(city)
  } finally {
    await city.close()
  }
}

const run = ({ server }: City, statement: ReturnType<typeof sql>) =>
  server.db.transaction(({ queries }) => queries.execute(statement))

describe('a server with another SECRET_KEY', { timeout: 120_000 }, () => {
  it('leaves Airtable to one that can read its key, and says so until it is entered again', async () => {
    const lines: string[] = []
    const logStream = { write: (line: string) => void lines.push(line) }
    const city = await startCity({ env: { LOG_LEVEL: 'error' }, logStream })
    await inCity(city, async ({ airtable, server, boss, save, sync, tents }) => {
      const other = await server.another({ SECRET_KEY: 'd0'.repeat(32) })
      const [alpha = ''] = fillAirtable(airtable, people)
      const { baseId, tableId, apiKey } = airtable.table
      const body = { airtableBaseId: baseId, airtableTableId: tableId, airtableApiKey: apiKey }
      await other.ask('/api/airtable-config', { method: 'PUT', token: boss, body })
      await expect.poll(async () => (await tents()).length, patience).toBe(people.length)

      expect((await sync()).keyUnreadable).toBe(true)
      const there = await other.ask('/api/roster/sync', { token: boss })
      expect(there.body['keyUnreadable']).toBe(false)
      const pull = await server.ask('/api/roster/pull', { token: boss, body: {} })
      expect(pull).toMatchObject({ status: 409, body: { code: 'airtableKeyUnreadable' } })
      const unchanged = { ...body, airtableApiKey: '' }
      const saved = await server.ask('/api/airtable-config', {
        method: 'PUT',
        token: boss,
        body: unchanged,
      })
      const connection = { works: false, text: expect.stringContaining('another SECRET_KEY') }
      expect(saved.body).toMatchObject({ hasApiKey: false, connection })
      expect(lines.filter((line) => line.includes('another SECRET_KEY'))).toHaveLength(1)

      await save()
      expect((await sync()).keyUnreadable).toBe(false)
      airtable.edit(alpha, { Name: 'Alpha the Great' })
      await save()
      await expect.poll(async () => (await tents())[0]?.name, patience).toBe('Alpha the Great')
      await other.app.close()
      // Now it is the other one that cannot read it.
      expect(server.takeErrors().join()).toContain('another SECRET_KEY')
    })
  })
})

it('a result is not sent as a server read it before a pull found that its number has arrived', async () => {
  const night = await startCheckNight()
  onTestFinished(night.close)
  await night.start()
  await night.miss('tA')
  const { db } = night.server
  const read = await db.read(listUnsent)
  const plan = { before: resultCells(rosterRow({})), without: ['lastMiss' as const] }
  night.pass(1)
  await db.transaction((tx) => removeArrived(tx, read, plan, night.now()))
  expect(await db.read(listUnsent)).toMatchObject([{ misses: 0, plan: null }])
  expect(await db.transaction((tx) => updatePlanned(tx, read, plan, night.now()))).toBe(false)
})

it('what failed of a tent is given up as a whole, but not while a write of it may be under way', async () => {
  const night = await startCheckNight()
  onTestFinished(night.close)
  const { db } = night.server
  const checkId = await night.start()
  await night.miss('tA')
  await night.undo(checkId, 'tA')
  const plan = { before: resultCells(rosterRow({})) }
  const giveUp = () => db.transaction((tx) => updateGivenUp(tx, 'tA', night.now()))
  const fail = async (mayHaveArrived: boolean) => {
    const read = await db.read(listUnsent)
    const failed = { failure: 'No.', isRefused: true, dueAt: night.now(), mayHaveArrived }
    await db.transaction((tx) => updateFailed(tx, read, failed))
  }
  await fail(false)
  const [miss] = await db.read(listUnsent)
  if (miss === undefined) throw new Error('The Miss waits')
  await db.transaction((tx) => updatePlanned(tx, [miss], plan, night.now()))
  expect(await giveUp()).toBe(0)
  await fail(true)
  await db.transaction((tx) => updateMayHaveArrived(tx, [miss], plan, night.now()))
  expect(await giveUp()).toBe(0)
  await fail(true)
  expect(await db.read(listUnsent)).toMatchObject([{ plan }, { plan: null }])
  expect(await giveUp()).toBe(2)
  expect(await db.read(listUnsent)).toEqual([])
})

/** As if so many requests were under way, so that the next one waits for its turn. */
async function takeAllTurns(city: City): Promise<void> {
  const takenAt = new Date().toISOString()
  const slots = Array.from({ length: 5 }, (_, id) => ({ id, takenAt, answeredAt: null }))
  await run(city, sql`update airtable_pace set slots = ${JSON.stringify(slots)}::jsonb`)
}

const giveTurns = (city: City) => run(city, sql`update airtable_pace set slots = '[]'`)

it('a write whose turn comes long after its read is planned from another read', async () => {
  let laterMs = 0
  await inCity(await startCity({ now: () => new Date(Date.now() + laterMs) }), async (city) => {
    const { airtable, server, sync, connect, startCheck, miss } = city
    const [alpha = ''] = await connect()
    await startCheck()
    const answerRead = airtable.hold()
    await miss(alpha)
    await expect.poll(airtable.underWay, patience).toBe(1)
    await takeAllTurns(city)
    answerRead()
    const isPlanned = async () => (await server.db.read(listUnsent)).some(({ plan }) => plan)
    await expect.poll(isPlanned, patience).toBe(true)
    // Somebody forgives the Miss before.
    airtable.edit(alpha, { 'Number of Misses': 0 })
    laterMs = 16_000
    await giveTurns(city)
    await expect.poll(async () => (await sync()).waiting, patience).toBe(0)
    expect(airtable.cells(alpha)['Number of Misses']).toBe(1)
  })
})

describe('two servers that both believe to work for Airtable', { timeout: 120_000 }, () => {
  it('send a result once, though both planned it', async () => {
    await inCity(await startCity(), async (city) => {
      const { airtable, server, sync, connect, startCheck, endCheck, miss } = city
      const [alpha = ''] = await connect()
      server.db.tryLock = async () => ({ isHeld: () => true, release: async () => {} })
      const other = await server.another()
      const delivered = async () => [
        (await sync()).waiting,
        airtable.cells(alpha)['Number of Misses'],
      ]
      await startCheck()
      const answerReads = airtable.hold()
      await miss(alpha)
      // Both have asked what stands there, and neither has planned yet.
      await expect.poll(airtable.underWay, patience).toBe(2)
      answerReads()
      await expect.poll(delivered, patience).toEqual([0, 2])
      await endCheck()
      await startCheck()
      await miss(alpha)
      await expect.poll(delivered, patience).toEqual([0, 3])
      expect(airtable.log.filter(({ method }) => method === 'PATCH')).toHaveLength(2)
      await other.app.close()
    })
  })

  it('leave a result to whoever planned it last, also when their turn comes late', async () => {
    await inCity(await startCity(), async (city) => {
      const { airtable, server, connect, startCheck, make } = city
      const [alpha = '', beta = ''] = await connect()
      await startCheck()
      await takeAllTurns(city)
      await make(alpha, 'Ada One')
      const isPlanned = () =>
        server.db.read(({ queries }) =>
          queries.execute(sql`select due_at > waiting_since as planned from outbox`),
        )
      await expect.poll(isPlanned, patience).toMatchObject({ rows: [{ planned: true }] })
      await run(city, sql`update outbox set due_at = now() + interval '1 hour'`)
      await giveTurns(city)
      await make(beta, 'Bo One')
      await expect.poll(() => airtable.cells(beta)['Last Check'], patience).toBe('Bo One')
      expect(airtable.cells(alpha)['Last Check']).toBe('')
    })
  })
})

describe('monitors who are about to start a check at the same moment', { timeout: 120_000 }, () => {
  it('pull the roster once, on however many servers, and all on one are told', async () => {
    let laterMs = 0
    const city = await startCity({ now: () => new Date(Date.now() + laterMs) })
    await inCity(city, async ({ airtable, server, connect }) => {
      const [alpha = ''] = await connect()
      const other = await server.another()
      const token = await server.signIn('mo', { isLineMonitor: true })
      airtable.edit(alpha, { Name: 'Alpha the Great' })
      airtable.faults.latencyMs = [300, 300]
      laterMs = 31_000
      const before = airtable.log.length
      const servers = [server, other, server, other, server, other]
      const answers = await Promise.all(
        servers.map((each) => each.ask('/api/roster/refresh', { token, body: {} })),
      )
      expect(answers.map(({ status }) => status)).toEqual(servers.map(() => 200))
      expect(airtable.log.length - before).toBe(1)
      const changed = answers.map(({ body }) => body['changed'])
      expect(changed.filter(Boolean)).toHaveLength(3)
      await other.app.close()
    })
  })
})
