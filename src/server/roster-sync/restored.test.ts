import { describe, type ExpectStatic } from 'vitest'
import { startAppOn } from '../../../tests/support/app.ts'
import { backupOf, restoreInto } from '../../../tests/support/backup.ts'
import { startCheckNight } from '../../../tests/support/check-night.ts'
import { type City, startCity } from '../../../tests/support/city.ts'
import { cityTest as it, allSent as patience } from '../../../tests/support/city-test.ts'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { type Moment, setBack, takeMoment } from '../../../tests/support/set-back.ts'
import { systemContext } from '../context.ts'
import { tents } from '../db/schema.ts'
import { findEpoch } from '../tent-check/ledger/store.ts'
import { sentLatelyMs } from './pull.ts'
import { pushResults } from './push.ts'
import { updateState } from './state.ts'
import { listUnsent } from './store.ts'
import { underWayMs, waits } from './under-way.ts'

const misses = ({ airtable }: City, id: string) => airtable.cells(id)['Number of Misses']
const missesHere = async ({ tents }: Pick<City, 'tents'>, id: string) =>
  (await tents()).find((tent) => tent.id === id)?.numberOfMisses
const allSent = ({ sync }: Pick<City, 'sync'>, expect: ExpectStatic) =>
  expect.poll(async () => (await sync()).waiting, patience).toBe(0)

/** A Miss of Alpha and a Make of Beta wait as the moment is taken; a Miss of Gamma comes after it. */
async function deliveredSince<T>(city: City, expect: ExpectStatic, take: () => Promise<T>) {
  const { airtable, connect, startCheck, miss, make } = city
  const [alpha = '', beta = '', gamma = ''] = await connect()
  await startCheck()
  airtable.faults.isDown = true
  await miss(alpha)
  await make(beta, 'Bo One')
  const moment = await take()
  airtable.faults.isDown = false
  await miss(gamma)
  await allSent(city, expect)
  const delivered = [alpha, beta, gamma].map((id) => airtable.cells(id))
  expect(delivered).toMatchObject([
    { 'Number of Misses': 2 },
    { 'Last Check': 'Bo One' },
    { 'Number of Misses': 1 },
  ])
  return { alpha, beta, gamma, moment, delivered }
}

/** A Miss of Alpha waits as the moment is taken, and is delivered after it. */
async function missDeliveredSince(city: City, expect: ExpectStatic) {
  const { airtable, server, connect, startCheck, miss } = city
  const [alpha = ''] = await connect()
  await startCheck()
  airtable.faults.isDown = true
  await miss(alpha)
  const moment = await takeMoment(server.db)
  airtable.faults.isDown = false
  await allSent(city, expect)
  return { alpha, moment }
}

const epochAt = async ({ server }: City) => (await server.ask('/api/check-status')).body['epoch']
/** Sets it back, and waits until its server, which looks every second, has noticed. */
async function setBackUnder(city: City, expect: ExpectStatic, moment: Moment): Promise<void> {
  const epoch = await epochAt(city)
  await setBack(city.server.db, moment)
  await expect.poll(() => epochAt(city), patience).not.toBe(epoch)
}

const lostMiss = (tentId: string) => ({
  tentId,
  order: '3',
  name: 'Gamma',
  columns: ['Number of Misses (0 here, 1 at Airtable)', 'Last Miss LM', 'Date of Last Miss'],
  results: 0,
})

describe.concurrent('Airtable, after the database went back in time', { timeout: 120_000 }, () => {
  it('by a backup that was restored: is told nothing twice, and what is lost here is named', async ({
    city,
    expect,
  }) => {
    const { airtable, server } = city
    const { alpha, beta, gamma, moment, delivered } = await deliveredSince(city, expect, () =>
      backupOf(server.db),
    )
    await server.app.close()
    const db = await freshDatabase()
    await restoreInto(db, moment)
    const restored = await startAppOn(db, { AIRTABLE_API_URL: airtable.url })
    const boss = restored.withToken(await restored.signIn('boss2', { isSuperUser: true }))
    const sync = () => boss.call('rosterSync')
    // Its key may have to be entered again, which must not hide what happened.
    const { baseId, tableId, apiKey } = airtable.table
    await boss.call('updateAirtableConfig', {
      airtableBaseId: baseId,
      airtableTableId: tableId,
      airtableApiKey: apiKey,
    })
    const { waiting, differences } = await boss.call('pullRoster', {})
    expect({ waiting, differences }).toEqual({ waiting: 0, differences: [lostMiss(gamma)] })
    await allSent({ sync }, expect)
    expect([alpha, beta, gamma].map((id) => airtable.cells(id))).toEqual(delivered)
    await boss.call('endCheck', {})
    await boss.call('pullRoster', {})
    expect(await missesHere({ tents: () => boss.call('listTents') }, alpha)).toBe(2)
    await restored.close()
  })

  it('while columns are away: what waits for them goes on waiting', async ({ city, expect }) => {
    const { airtable, server, sync, pull, connect, startCheck, make } = city
    const [alpha = '', beta = ''] = await connect()
    const columns = ['Last Check', 'Date of Last Check']
    for (const name of columns) airtable.renameColumn(name, `${name} 2`)
    await startCheck()
    await make(alpha, 'Ada One')
    await expect.poll(async () => (await sync()).failed, patience).toHaveLength(1)
    const moment = await takeMoment(server.db)
    await make(beta, 'Bo One')
    await setBackUnder(city, expect, moment)
    expect(await pull()).toMatchObject({ waiting: 1, differences: [] })
    for (const name of columns) airtable.renameColumn(`${name} 2`, name)
    await pull()
    await allSent(city, expect)
    expect(airtable.cells(alpha)['Last Check']).toBe('Ada One')
  })

  it.for([
    ['arrived before the pull', ['Last Miss LM'], true],
    ['arrived before the pull', ['Last Miss LM', 'Date of Last Miss'], true],
    ['arrives after it', ['Last Miss LM'], false],
    ['arrives after it', ['Last Miss LM', 'Date of Last Miss'], false],
  ] as const)(
    'a Miss of which the number alone %s, without %s: counts once, and its pair waits',
    async ([, columns, isThere], { expect, onTestFinished }) => {
      let ahead = 0
      const clock = () => Date.now() + ahead
      const city = await startCity({ now: () => new Date(clock()), airtable: { clock } })
      onTestFinished(city.close)
      const { airtable, server, sync, pull, connect, startCheck, miss, make } = city
      const [alpha = '', beta = ''] = await connect()
      for (const name of columns) airtable.renameColumn(name, `${name} 2`)
      await startCheck()
      airtable.faults.isDown = true
      await miss(alpha)
      const moment = await takeMoment(server.db)
      await make(beta, 'Bo One')
      airtable.faults.isDown = false
      const failure = expect.stringContaining('The table has no column Last Miss LM.')
      await expect.poll(sync, patience).toMatchObject({ waiting: 1, failed: [{ failure }] })
      expect(misses(city, alpha)).toBe(2)
      if (!isThere) airtable.edit(alpha, { 'Number of Misses': 1 })
      await setBackUnder(city, expect, moment)
      // Of the Make that is lost here; of the Miss nobody has to say anything.
      expect(await pull()).toMatchObject({ waiting: 1, differences: [{ tentId: beta }] })
      // The write that was under way.
      airtable.edit(alpha, { 'Number of Misses': 2 })
      ahead = underWayMs
      await expect.poll(async () => (await sync()).failed, patience).toMatchObject([{ failure }])
      for (const name of columns) airtable.renameColumn(`${name} 2`, name)
      await pull()
      await allSent(city, expect)
      expect(airtable.cells(alpha)).toMatchObject({
        'Number of Misses': 2,
        'Last Miss LM': 'Harper',
        'Date of Last Miss': expect.stringMatching(/M$/),
      })
    },
  )

  it('under a running server: is told nothing twice, and what is lost here is named', async ({
    city,
    expect,
  }) => {
    const { airtable, server, boss, sync, pull } = city
    const { alpha, beta, gamma, moment, delivered } = await deliveredSince(city, expect, () =>
      takeMoment(server.db),
    )
    await setBackUnder(city, expect, moment)
    await pull()
    await allSent(city, expect)
    expect([alpha, beta, gamma].map((id) => airtable.cells(id))).toEqual(delivered)
    expect(await missesHere(city, alpha)).toBe(2)
    expect((await sync()).differences).toEqual([lostMiss(gamma)])
    const settle = () =>
      server.withToken(boss).call('settleDifference', { tentId: gamma, send: false })
    await settle()
    expect((await sync()).differences).toEqual([])
    await expect(settle()).rejects.toThrow()
    const [newest] = await server.withToken(boss).call('audit')
    expect(newest).toMatchObject({
      ...{ kind: 'differenceSettled', netID: 'boss', tentId: gamma, tent: '3 Gamma' },
      ...{ send: false, results: 0 },
    })
    // What is marked now is added to what stands there.
    await city.miss(gamma)
    await allSent(city, expect)
    expect(misses(city, gamma)).toBe(2)
  })

  it('is sent what was not delivered', async ({ expect, onTestFinished }) => {
    let ahead = 0
    const city = await startCity({ now: () => new Date(Date.now() + ahead) })
    onTestFinished(city.close)
    const { airtable, server, connect, startCheck, miss, make, pull } = city
    const [alpha = '', beta = ''] = await connect()
    await startCheck()
    airtable.faults.isDown = true
    await miss(alpha)
    const moment = await takeMoment(server.db)
    await make(beta, 'Bo One')
    await setBackUnder(city, expect, moment)
    airtable.faults.isDown = false
    const pulledAt = Date.now()
    expect(await pull()).toMatchObject({ waiting: 1, differences: [] })
    // What was under way when the database went back has arrived by then.
    const [{ dueAt } = {}] = await server.db.read(listUnsent)
    expect(dueAt?.getTime()).toBeGreaterThanOrEqual(pulledAt + underWayMs)
    ahead = underWayMs
    await allSent(city, expect)
    expect(misses(city, alpha)).toBe(2)
    expect(airtable.cells(beta)['Last Check'] ?? '').toBe('')
    expect(await missesHere(city, alpha)).toBe(2)
  })

  it('is told nothing of a tent whose record is not in the table, until a person says so', async ({
    city,
    expect,
  }) => {
    const { airtable, pull } = city
    const { alpha, moment } = await missDeliveredSince(city, expect)
    airtable.remove(alpha)
    await setBackUnder(city, expect, moment)
    const columns = ['its record is not in the table']
    expect(await pull()).toMatchObject({
      waiting: 1,
      differences: [{ tentId: alpha, columns, results: 1 }],
    })
  })

  it.for([
    [true, 8],
    [false, 7],
  ] as const)(
    'is told nothing where nobody can tell, until a person says so: send %s',
    async ([send, after], { expect, onTestFinished }) => {
      let ahead = 0
      const city = await startCity({ now: () => new Date(Date.now() + ahead) })
      onTestFinished(city.close)
      const { airtable, server, boss, sync, pull, endCheck } = city
      const { alpha, moment } = await missDeliveredSince(city, expect)
      airtable.edit(alpha, { 'Number of Misses': 7, 'Last Miss LM': 'Somebody' })
      // All that is lost is that it was sent, which the queue alone shows.
      await setBackUnder(city, expect, moment)
      await pull()
      expect(await sync()).toMatchObject({
        waiting: 1,
        differences: [{ tentId: alpha, results: 1 }],
      })
      expect(await missesHere(city, alpha)).toBe(2)
      expect(misses(city, alpha)).toBe(7)
      await server.withToken(boss).call('settleDifference', { tentId: alpha, send })
      await allSent(city, expect)
      expect(misses(city, alpha)).toBe(after)
      // While a check is on, misses are its own.
      await endCheck()
      ahead = sentLatelyMs
      await pull()
      expect(await missesHere(city, alpha)).toBe(after)
    },
  )
})

it('a database that went back in time gets one new epoch, whether ledger or queue saw it first', async ({
  expect,
  onTestFinished,
}) => {
  const night = await startCheckNight()
  onTestFinished(night.close)
  await night.start()
  await night.miss('tA')
  const { db } = night.server
  await db.transaction(({ queries }) => queries.update(tents).set({ fromAirtable: true }))
  const epoch = () => db.read(findEpoch)
  const atPull = await epoch()
  await db.transaction((tx) => updateState(tx, { epoch: atPull }, night.now()))
  const [{ checkId, number } = { checkId: '', number: 0 }] = await db.read(listUnsent)
  const left = new Set([`${atPull} ${checkId} ${number}`])
  const ctx = { ...systemContext, db, now: night.now, secretKey: 'd0'.repeat(32) }
  const unasked = () => {
    throw new Error('Nothing may be sent')
  }
  const push = () => pushResults(ctx, unasked, waits.work, async () => {}, new Set(left))
  await push()
  const afterPush = await epoch()
  expect(afterPush).not.toBe(atPull)
  // The other way round: the ledger has changed it, and no pull has seen that yet.
  await push()
  expect(await epoch()).toBe(afterPush)
})
