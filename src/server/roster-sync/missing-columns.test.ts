import { describe } from 'vitest'
import { startCity } from '../../../tests/support/city.ts'
import { allSent, cityTest as it } from '../../../tests/support/city-test.ts'
import { columnNames } from '../../shared/tents/roster-columns.ts'
import { lagAtMostMs } from './batch.ts'
import { underWayMs } from './under-way.ts'

const { lastCheck, lastMissLM, numberOfMisses } = columnNames
const dateOfMiss = columnNames.dateOfLastMiss
const dateOfCheck = columnNames.dateOfLastCheck

describe.concurrent('a column that is away from the table', { timeout: 90_000 }, () => {
  it('is written again as soon as it is back, also before a pull has seen it', async ({
    city,
    expect,
  }) => {
    const { airtable, sync, pull, tents, connect, startCheck, make } = city
    const [alpha = ''] = await connect()
    airtable.edit(alpha, { [lastCheck]: 'Old One' })
    airtable.renameColumn(lastCheck, 'Wer')
    expect(await pull()).toMatchObject({ missingColumns: [lastCheck] })
    airtable.renameColumn('Wer', lastCheck)
    await startCheck()
    await make(alpha, 'Ada One')
    await expect.poll(async () => (await sync()).waiting, allSent).toBe(0)
    expect(airtable.cells(alpha)[lastCheck]).toBe('Ada One')
    await pull()
    expect((await tents())[0]).toMatchObject({ lastCheck: 'Ada One' })
  })

  it('is waited for by what a mark says there, but not by the number', async ({ city, expect }) => {
    const { airtable, sync, pull, tents, connect, startCheck, miss, make } = city
    const [alpha = '', beta = ''] = await connect()
    for (const name of [lastMissLM, lastCheck]) airtable.renameColumn(name, `${name} 2`)
    await startCheck()
    await miss(alpha)
    await make(beta, 'Bo One')
    const failure = expect.stringContaining('The table has no column Last')
    await expect
      .poll(sync, allSent)
      .toMatchObject({ waiting: 2, failed: [{ failure }, { failure }] })
    expect(airtable.cells(alpha)).toMatchObject({ [numberOfMisses]: 2, [dateOfMiss]: '' })
    for (const name of [lastMissLM, lastCheck]) airtable.renameColumn(`${name} 2`, name)
    await pull()
    await expect.poll(async () => (await sync()).waiting, allSent).toBe(0)
    const [{ dateOfLastMiss = '' } = {}] = await tents()
    expect(airtable.cells(alpha)).toMatchObject({
      [numberOfMisses]: 2,
      [lastMissLM]: 'Harper',
      [dateOfMiss]: dateOfLastMiss,
    })
    expect(airtable.cells(beta)[lastCheck]).toBe('Bo One')
  })

  it('gets nothing of a mark that is taken back meanwhile', async ({ city, expect }) => {
    const { airtable, sync, connect, startCheck, miss, undo } = city
    const [alpha = ''] = await connect()
    airtable.renameColumn(lastMissLM, 'Wer')
    const checkId = await startCheck()
    await miss(alpha)
    await expect.poll(async () => (await sync()).failed, allSent).toHaveLength(1)
    expect(airtable.cells(alpha)[numberOfMisses]).toBe(2)
    airtable.renameColumn('Wer', lastMissLM)
    await undo(checkId, alpha)
    await expect.poll(async () => (await sync()).waiting, allSent).toBe(0)
    expect(airtable.cells(alpha)).toMatchObject({
      [numberOfMisses]: 1,
      [lastMissLM]: '',
      [dateOfMiss]: '',
    })
  })

  it('is waited for where it alone tells whether a Make arrived, and is given back what the Make replaced; what people change beside it comes here', async ({
    expect,
    onTestFinished,
  }) => {
    let ahead = 0
    const clock = () => Date.now() + ahead
    const city = await startCity({ now: () => new Date(clock()), airtable: { clock } })
    onTestFinished(city.close)
    const { airtable, server, boss, sync, pull, tents, connect, startCheck, make, undo } = city
    const [alpha = ''] = await connect()
    const checkId = await startCheck()
    airtable.faults.cutMidAnswer = 1
    await make(alpha, 'Ada One')
    await expect.poll(() => airtable.cells(alpha)[lastCheck], allSent).toBe('Ada One')
    for (const name of [lastCheck, dateOfCheck]) airtable.renameColumn(name, `${name} 2`)
    airtable.faults.cutMidAnswer = 0
    await expect
      .poll(async () => {
        ahead += lagAtMostMs
        return (await sync()).failed
      }, allSent)
      .toMatchObject([
        { attempts: 1, failure: expect.stringContaining('The table has no column Last Check.') },
      ])
    await undo(checkId, alpha)
    await city.endCheck()
    airtable.edit(alpha, { [numberOfMisses]: 0 })
    await pull()
    expect((await tents())[0]).toMatchObject({ numberOfMisses: 0 })
    for (const name of [lastCheck, dateOfCheck]) airtable.renameColumn(`${name} 2`, name)
    await server.ask('/api/roster/retry', { token: boss, body: {} })
    ahead += underWayMs
    await expect.poll(async () => (await sync()).waiting, allSent).toBe(0)
    expect(airtable.cells(alpha)).toMatchObject({ [lastCheck]: null, [dateOfCheck]: null })
  })

  it('is not waited for if the table never had it', async ({ city, expect }) => {
    const { airtable, sync, connect, startCheck, miss, make } = city
    for (const name of [lastMissLM, lastCheck]) airtable.renameColumn(name, `${name} 2`)
    const [alpha = '', beta = ''] = await connect()
    await startCheck()
    await miss(alpha)
    await make(beta, 'Bo One')
    await expect.poll(async () => (await sync()).waiting, allSent).toBe(0)
    expect(airtable.cells(alpha)).toMatchObject({
      [numberOfMisses]: 2,
      [dateOfMiss]: expect.stringMatching(/M$/),
    })
  })

  it('is not waited for before a pull has found it', async ({ city, expect }) => {
    const { airtable, save, sync, connect, startCheck, make } = city
    airtable.renameColumn(lastCheck, 'Wer')
    const [alpha = ''] = await connect()
    await startCheck()
    // Without these every pull fails, but no result does.
    for (const name of [columnNames.order, columnNames.name])
      airtable.renameColumn(name, `${name} 2`)
    await save()
    await make(alpha, 'Ada One')
    await expect.poll(async () => (await sync()).waiting, allSent).toBe(0)
    expect(airtable.cells(alpha)['Date of Last Check']).toMatch(/M$/)
  })

  it('is waited for no longer once the settings are saved again', async ({ city, expect }) => {
    const { airtable, save, sync, connect, startCheck, make } = city
    const [alpha = ''] = await connect()
    airtable.renameColumn(lastCheck, 'Wer')
    await startCheck()
    await make(alpha, 'Ada One')
    await expect.poll(async () => (await sync()).failed, allSent).toHaveLength(1)
    await save()
    await expect.poll(async () => (await sync()).waiting, allSent).toBe(0)
    expect(airtable.cells(alpha)['Date of Last Check']).toMatch(/M$/)
  })
})

describe.concurrent('Misses that wait for their number’s column', { timeout: 90_000 }, () => {
  it.for(['retry', 'pull'])('are sent by %s once it is back', async (call, { city, expect }) => {
    const { airtable, server, boss, sync, pull, connect, startCheck, miss } = city
    const [alpha = ''] = await connect()
    airtable.renameColumn(numberOfMisses, 'Zahl')
    await pull()
    await startCheck()
    await miss(alpha)
    await expect
      .poll(async () => (await sync()).failed, allSent)
      .toMatchObject([{ failure: 'The table has no column Number of Misses.' }])
    airtable.renameColumn('Zahl', numberOfMisses)
    await server.ask(`/api/roster/${call}`, { token: boss, body: {} })
    await expect.poll(() => airtable.cells(alpha)[numberOfMisses], allSent).toBe(2)
  })
})
