import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe } from 'vitest'
import type { City } from '../../../tests/support/city.ts'
import { allSent, cityTest as it } from '../../../tests/support/city-test.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { until } from '../../../tests/support/until.ts'
import { dayMs, hourMs } from '../../shared/durations.ts'
import { pushes } from '../db/schema.ts'
import { insertPush } from '../push/store.ts'
import { listUnsent } from './store.ts'

/** A push that waits beyond the test, until something needs a hand; gives what still waits so. */
async function waitingForNeed({ server }: City) {
  const [dueAt, goodUntil] = [new Date(Date.now() + hourMs), new Date(Date.now() + dayMs)]
  const result = { kind: 'needed', topic: 'needed:result', about: { what: 'result' } } as const
  await server.db.transaction(async (tx) => {
    await tx.queries.delete(pushes)
    await insertPush(tx, { id: randomUUID(), ...result, dueAt, goodUntil })
  })
  return () =>
    server.db.read(({ queries }) => queries.select().from(pushes).where(eq(pushes.dueAt, dueAt)))
}

describe.concurrent('results', { timeout: 90_000 }, () => {
  it('are written with who marked them and when', async ({ city, expect }) => {
    const { airtable, sync, tents, connect, startCheck, miss, make } = city
    const [alpha = '', beta = ''] = await connect()
    await startCheck()
    await miss(alpha)
    await make(beta, 'Bo One')
    await expect
      .poll(() => [airtable.cells(alpha), airtable.cells(beta)], allSent)
      .toMatchObject([
        { 'Number of Misses': 2, 'Last Miss LM': 'Harper' },
        { 'Last Check': 'Bo One', 'Number of Misses': 0 },
      ])
    const date = (await tents())[0]?.dateOfLastMiss
    expect(airtable.cells(alpha)['Date of Last Miss']).toBe(date)
    expect(airtable.cells(alpha)['Last Check']).toBe('')
    await expect.poll(async () => (await sync()).waiting, allSent).toBe(0)
  })

  it('are added to what a person wrote meanwhile, who may have forgiven a miss', async ({
    city,
    expect,
  }) => {
    const { airtable, connect, startCheck, endCheck, miss } = city
    const [alpha = ''] = await connect()
    airtable.faults.isDown = true
    await startCheck()
    await miss(alpha)
    airtable.edit(alpha, { 'Number of Misses': 0, Notes: 'forgiven' })
    airtable.faults.isDown = false
    await endCheck()
    await expect.poll(() => airtable.cells(alpha)['Number of Misses'], allSent).toBe(1)
    expect(airtable.cells(alpha)['Notes']).toBe('forgiven')
  })

  it('are not added twice when the answer to a write is lost, even if the miss is forgiven then', async ({
    city,
    expect,
  }) => {
    const { airtable, sync, connect, startCheck, miss, make } = city
    const [alpha = '', beta = ''] = await connect()
    await startCheck()
    airtable.faults.cutMidAnswer = 0
    // Not an expectation: one that is still open when another test ends would fail that one.
    const written = until(() => airtable.cells(alpha)['Number of Misses'] === 2, 5)
    await miss(alpha)
    // The read that plans is let through, the write's answer is not.
    await expect.poll(() => airtable.isBeingPlanned(alpha), { ...allSent, interval: 1 }).toBe(true)
    airtable.faults.cutMidAnswer = 1
    await written
    airtable.faults.cutMidAnswer = 0
    airtable.edit(alpha, { 'Number of Misses': 1 })
    await make(beta, 'Bo One')
    await expect.poll(async () => (await sync()).waiting, allSent).toBe(0)
    expect(airtable.cells(alpha)['Number of Misses']).toBe(1)
  })

  it('wait while Airtable is away for a whole check, and all arrive afterwards', async ({
    city,
    expect,
  }) => {
    const { airtable, sync, connect, startCheck, endCheck, miss } = city
    const ids = await connect()
    airtable.faults.cutBefore = 1
    await startCheck()
    for (const id of ids) await miss(id)
    await endCheck()
    const away = await sync()
    expect(away.waiting).toBe(3)
    expect(away.oldestWaitingSince).not.toBeNull()
    airtable.faults.cutBefore = 0
    await expect.poll(async () => (await sync()).waiting, allSent).toBe(0)
    expect(ids.map((id) => airtable.cells(id)['Number of Misses'])).toEqual([2, 1, 1])
  })

  it('of a batch with one bad record arrive, and the bad one says why until it is given up', async ({
    city,
    expect,
  }) => {
    const { airtable, server, boss, sync, connect, startCheck, make } = city
    const [alpha = '', beta = '', gamma = ''] = await connect()
    await startCheck()
    airtable.remove(beta)
    await make(alpha, 'Ada One')
    await make(beta, 'Bo One')
    await make(gamma, 'Gil One')
    await expect.poll(() => airtable.cells(gamma)['Last Check'], allSent).toBe('Gil One')
    expect(airtable.cells(alpha)['Last Check']).toBe('Ada One')
    await expect
      .poll(async () => (await sync()).failed, allSent)
      .toMatchObject([{ tentId: beta, results: 1, failure: `Record ID ${beta} does not exist` }])
    expect((await server.ask('/api/roster/retry', { token: boss, body: {} })).status).toBe(200)
    await expect.poll(async () => (await sync()).failed[0]?.attempts, allSent).toBeGreaterThan(1)
    const body = { tentId: beta }
    const givenUp = await server.ask('/api/roster/give-up', { token: boss, body })
    expect(givenUp.body).toEqual({ ok: true, results: 1 })
    expect(await sync()).toMatchObject({ waiting: 0, failed: [] })
    const again = await server.ask('/api/roster/give-up', { token: boss, body })
    expect(again.status).toBe(409)
    const given = (await server.withToken(boss).call('audit')).filter(
      ({ kind }) => kind === 'resultsGivenUp',
    )
    expect(given).toMatchObject([{ netID: 'boss', tentId: beta, tent: 'B Beta', results: 1 }])
  })

  it('cost few requests while the key may only read, and all arrive once it may write', async ({
    city,
    expect,
  }) => {
    const { airtable, server, boss, sync, connect, startCheck, make } = city
    const tents = Array.from({ length: 10 }, (_, at) =>
      rosterRow({ order: `A${at}`, members: 'Ada One' }),
    )
    const ids = await connect(tents)
    await startCheck()
    airtable.faults.isReadOnly = true
    await Promise.all(ids.map((id) => make(id, 'Ada One')))
    const attempts = async () => (await sync()).failed.map((tent) => tent.attempts)
    await expect.poll(attempts, allSent).toEqual(ids.map(() => 1))
    const writes = () => airtable.log.filter(({ method }) => method === 'PATCH').length
    // Three for each batch: on a slow machine the ten are two.
    const first = writes()
    expect(first).toBeLessThanOrEqual(6)
    await server.withToken(boss).call('retryResults')
    await expect.poll(attempts, allSent).toEqual(ids.map(() => 2))
    expect(writes()).toBe(first + 1)
    airtable.faults.isReadOnly = false
    await server.withToken(boss).call('retryResults')
    await expect.poll(async () => (await sync()).waiting, allSent).toBe(0)
    expect(writes()).toBe(first + 3)
    expect(ids.map((id) => airtable.cells(id)['Last Check'])).toEqual(ids.map(() => 'Ada One'))
  })

  it('of tents that were records there wait for nothing once no table is connected', async ({
    city,
    expect,
  }) => {
    const { airtable, server, boss, sync, connect, startCheck, miss } = city
    const [alpha = ''] = await connect()
    airtable.faults.isDown = true
    await startCheck()
    await miss(alpha)
    await expect.poll(async () => (await sync()).waiting, allSent).toBe(1)
    await server.withToken(boss).call('disconnectAirtable')
    expect(await sync()).toMatchObject({ waiting: 0, oldestWaitingSince: null })
  })

  it('that were refused are sent as soon as the settings are mended', async ({ city, expect }) => {
    const { airtable, save, sync, connect, startCheck, make } = city
    const [alpha = ''] = await connect()
    await startCheck()
    airtable.remove(alpha)
    await make(alpha, 'Ann One')
    await expect.poll(async () => (await sync()).failed, allSent).toMatchObject([{ attempts: 1 }])
    await save()
    // By itself it is tried again after 30 seconds.
    await expect.poll(async () => (await sync()).failed[0]?.attempts, allSent).toBe(2)
  })

  it('that are given up while they wait for their turn are not sent', async ({ city, expect }) => {
    const { airtable, server, boss, sync, connect, startCheck, miss, make } = city
    const [alpha = '', beta = ''] = await connect()
    await startCheck()
    airtable.edit(alpha, { 'Number of Misses': 'one' })
    await miss(alpha)
    await expect.poll(async () => (await sync()).failed, allSent).toHaveLength(1)
    airtable.edit(alpha, { 'Number of Misses': 1 })
    const release = airtable.hold()
    expect((await server.ask('/api/roster/retry', { token: boss, body: {} })).status).toBe(200)
    await expect.poll(airtable.underWay, allSent).toBe(1)
    const body = { tentId: alpha }
    const givenUp = await server.ask('/api/roster/give-up', { token: boss, body })
    expect(givenUp.body).toEqual({ ok: true, results: 1 })
    release()
    // What is marked now is sent after what would have been sent by then.
    await make(beta, 'Bo One')
    await expect.poll(() => airtable.cells(beta)['Last Check'], allSent).toBe('Bo One')
    await expect.poll(sync, allSent).toMatchObject({ waiting: 0, failed: [] })
    expect(airtable.cells(alpha)['Number of Misses']).toBe(1)
  })

  it.for(['make', 'miss'] as const)(
    'that Airtable refuses call super users: a %s',
    async (how, { city, expect }) => {
      const { airtable, connect, startCheck } = city
      const [, beta = ''] = await connect()
      await startCheck()
      const waiting = await waitingForNeed(city)
      expect(await waiting()).toHaveLength(1)
      airtable.remove(beta)
      await city[how](beta, 'Bo One')
      await expect.poll(waiting, allSent).toEqual([])
    },
  )

  it('call super users once when the month’s requests are used up', async ({ city, expect }) => {
    const { airtable, server, boss, connect, startCheck, miss } = city
    const [alpha = '', beta = ''] = await connect()
    await startCheck()
    const waiting = await waitingForNeed(city)
    airtable.faults.requestsLeft = 0
    await miss(alpha)
    await expect.poll(waiting, allSent).toEqual([])

    const waitingAgain = await waitingForNeed(city)
    const answers = airtable.log.length
    await miss(beta)
    await server.withToken(boss).call('retryResults')
    await expect.poll(() => airtable.log.length, allSent).toBeGreaterThan(answers)
    const dueAt = async () => (await server.db.read(listUnsent)).map((result) => result.dueAt)
    const before = await dueAt()
    await expect.poll(dueAt, allSent).not.toEqual(before)
    expect(await waitingAgain()).toHaveLength(1)
  })

  it('that are given up stay in the record alone: the tent is as Airtable says', async ({
    city,
    expect,
  }) => {
    const { airtable, server, boss, sync, pull, tents, connect, startCheck, endCheck, miss } = city
    const [alpha = ''] = await connect()
    await startCheck()
    airtable.edit(alpha, { 'Number of Misses': 'one' })
    await miss(alpha)
    await endCheck()
    await expect
      .poll(async () => (await sync()).failed, allSent)
      .toMatchObject([{ tentId: alpha, results: 1 }])
    expect((await tents())[0]).toMatchObject({ id: alpha, numberOfMisses: 2 })
    const body = { tentId: alpha }
    const givenUp = await server.ask('/api/roster/give-up', { token: boss, body })
    expect(givenUp.body).toEqual({ ok: true, results: 1 })
    airtable.edit(alpha, { 'Number of Misses': 1 })
    await pull()
    expect((await tents())[0]).toMatchObject({ id: alpha, numberOfMisses: 1 })
  })

  it('are written without a column that is gone, and it is named', async ({ city, expect }) => {
    const { airtable, sync, connect, startCheck, miss } = city
    const [alpha = ''] = await connect()
    airtable.renameColumn('Last Miss LM', 'Wer')
    await startCheck()
    await miss(alpha)
    await expect.poll(() => airtable.cells(alpha)['Number of Misses'], allSent).toBe(2)
    expect((await sync()).missingColumns).toEqual(['Last Miss LM'])
  })

  it('wait out the penalty for too many requests', async ({ city, expect }) => {
    const { airtable, server, boss, sync, connect, startCheck, miss } = city
    const [alpha = ''] = await connect()
    airtable.faults.limited = 1
    await startCheck()
    await miss(alpha)
    await expect.poll(async () => (await sync()).blocked?.words, allSent).toContain('Rate limit')
    airtable.faults.limited = 0
    const retried = async () => {
      await server.ask('/api/roster/retry', { token: boss, body: {} })
      return airtable.cells(alpha)['Number of Misses']
    }
    await expect.poll(retried, allSent).toBe(2)
  })

  it('say so when the month’s requests are used up: waiting does not help', async ({
    city,
    expect,
  }) => {
    const { airtable, server, boss, sync, connect, startCheck, miss } = city
    const [alpha = ''] = await connect()
    airtable.faults.requestsLeft = 0
    await startCheck()
    await miss(alpha)
    await expect
      .poll(async () => (await sync()).blocked?.words, allSent)
      .toContain('billing plan limit')
    airtable.faults.requestsLeft = 1000
    await server.ask('/api/roster/retry', { token: boss, body: {} })
    await expect.poll(() => airtable.cells(alpha)['Number of Misses'], allSent).toBe(2)
  })
})
