import { describe, type ExpectStatic } from 'vitest'
import { type City, people } from '../../../tests/support/city.ts'
import { cityTest as it, allSent as patience } from '../../../tests/support/city-test.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { writeRosterCsv } from '../tents/roster-csv.ts'

const allSent = ({ sync }: City, expect: ExpectStatic) =>
  expect.poll(async () => (await sync()).waiting, patience).toBe(0)
const missCells = ({ airtable }: City, id: string) => {
  const {
    'Number of Misses': misses,
    'Last Miss LM': who,
    'Date of Last Miss': when,
  } = airtable.cells(id)
  return [misses, who || '', when || '']
}
const writes = ({ airtable }: City) => airtable.log.filter(({ method }) => method === 'PATCH')

describe.concurrent('a mark that is taken back', { timeout: 120_000 }, () => {
  it('is reversed at Airtable, but for what a person changed there since', async ({
    city,
    expect,
  }) => {
    const { airtable, connect, startCheck, miss, make, undo, tents } = city
    const [alpha = '', beta = '', gamma = ''] = await connect()
    const checkId = await startCheck()
    await miss(alpha)
    await miss(beta)
    await make(gamma, 'Gil One')
    await allSent(city, expect)
    expect(missCells(city, alpha)).toMatchObject([2, 'Harper', expect.stringMatching(/M$/)])
    airtable.edit(beta, { 'Number of Misses': 5, 'Last Miss LM': 'Somebody' })
    for (const id of [alpha, beta, gamma]) await undo(checkId, id)
    await allSent(city, expect)
    expect(missCells(city, alpha)).toEqual([1, '', ''])
    expect(missCells(city, beta)).toEqual([4, 'Somebody', ''])
    expect(airtable.cells(gamma)['Last Check']).toBeNull()
    expect((await tents())[0]).toMatchObject({ numberOfMisses: 1, lastMissLM: '' })
  })

  it('before Airtable was told is never sent', async ({ city, expect }) => {
    const { airtable, connect, startCheck, miss, undo } = city
    const [alpha = '', beta = ''] = await connect()
    const checkId = await startCheck()
    airtable.faults.isDown = true
    // A Miss is read first. A Make is sent at once, so it might have arrived.
    await miss(alpha)
    await miss(beta)
    for (const id of [alpha, beta]) await undo(checkId, id)
    airtable.faults.isDown = false
    await allSent(city, expect)
    expect(writes(city).filter(({ status }) => status === 200)).toEqual([])
    expect(missCells(city, alpha)).toEqual([1, '', ''])
  })

  it('while nobody knows whether it arrived is settled by its plan first', async ({
    city,
    expect,
  }) => {
    const { airtable, connect, startCheck, miss, undo } = city
    const [alpha = '', beta = ''] = await connect()
    const checkId = await startCheck()
    await miss(alpha)
    await expect.poll(() => airtable.isBeingPlanned(alpha), { ...patience, interval: 1 }).toBe(true)
    // The read that plans is let through, the write's answer is not.
    airtable.faults.cutMidAnswer = 1
    await expect.poll(() => missCells(city, alpha)[0], { ...patience, interval: 1 }).toBe(2)
    await miss(beta)
    await undo(checkId, alpha)
    airtable.faults.cutMidAnswer = 0
    await allSent(city, expect)
    expect(missCells(city, alpha)).toEqual([1, '', ''])
    expect(missCells(city, beta)[0]).toBe(1)
  })

  it('after it was given up is not reversed', async ({ city, expect }) => {
    const { airtable, server, boss, sync, connect, startCheck, miss, undo } = city
    const [alpha = ''] = await connect()
    const checkId = await startCheck()
    airtable.edit(alpha, { 'Number of Misses': 'one' })
    await miss(alpha)
    await expect.poll(async () => (await sync()).failed.length, patience).toBe(1)
    const body = { tentId: alpha }
    await server.ask('/api/roster/give-up', { token: boss, body })
    airtable.edit(alpha, { 'Number of Misses': 7 })
    await undo(checkId, alpha)
    expect((await sync()).waiting).toBe(1)
    await allSent(city, expect)
    expect(missCells(city, alpha)).toEqual([7, '', ''])
  })
})

describe.concurrent('a correction', { timeout: 120_000 }, () => {
  it('follows to Airtable by the same queue', async ({ city, expect }) => {
    const { connect, startCheck, endCheck, miss, correct, pull, tents } = city
    const [alpha = '', beta = ''] = await connect()
    const checkId = await startCheck()
    await miss(alpha)
    await endCheck()
    await allSent(city, expect)
    await correct(checkId, alpha, 'make')
    await correct(checkId, beta, 'miss')
    await allSent(city, expect)
    expect(missCells(city, alpha)).toEqual([1, '', ''])
    expect(missCells(city, beta)).toEqual([1, '', ''])
    await correct(checkId, alpha, 'miss')
    await correct(checkId, beta, 'none')
    // What waits counts in what a pull makes of the tents.
    await pull()
    expect((await tents()).map(({ numberOfMisses }) => numberOfMisses)).toEqual([2, 0, 0])
    await allSent(city, expect)
    expect([missCells(city, alpha)[0], missCells(city, beta)[0]]).toEqual([2, 0])
  })

  it('of a tent that became a record follows there, too', async ({ city, expect }) => {
    const { server, boss, connect, startCheck, endCheck, miss, undo, correct, tents } = city
    const rows = people.map((row, index) => ({ ...rosterRow(row), id: `tent-${index}` }))
    const csv = writeRosterCsv(rows)
    await server.ask('/api/roster/import', { token: boss, body: { csv } })
    const checkId = await startCheck()
    for (const { id } of rows) await miss(id)
    await undo(checkId, 'tent-1')
    await endCheck()
    await correct(checkId, 'tent-2', 'none')
    const [alpha = '', beta = '', gamma = ''] = await connect()
    await allSent(city, expect)
    expect(missCells(city, alpha).slice(0, 2)).toEqual([2, 'Harper'])
    for (const id of [beta, gamma]) expect(missCells(city, id)).toEqual([0, '', ''])
    await correct(checkId, 'tent-0', 'none')
    expect((await tents())[0]).toMatchObject({ id: alpha, numberOfMisses: 1, lastMissLM: '' })
    await allSent(city, expect)
    expect(missCells(city, alpha)).toEqual([1, '', ''])
  })
})
