import { describe, expect, test } from 'vitest'
import { fillAirtable } from '../../../stand-ins/roster.ts'
import { type City, people, startCity } from '../../../tests/support/city.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { writeRosterCsv } from '../tents/roster-csv.ts'

/** Most of each test is waiting for its turn at Airtable, so they wait side by side. */
const it = test.extend<{ city: City }>({
  city: async ({ task: _ }, use) => {
    const city = await startCity()
    await use(city)
    await city.close()
  },
})

const allSent = { timeout: 20_000, interval: 50 }

describe.concurrent('saving the Airtable settings', { timeout: 90_000 }, () => {
  it('says that all is well, and the tents come by themselves', async ({ city, expect }) => {
    const { airtable, save, sync, tents } = city
    fillAirtable(airtable, people)
    const { connection } = await save()
    expect(connection).toEqual({
      works: true,
      text: 'Airtable answers, and every column is there.',
    })
    await expect
      .poll(async () => (await tents()).map(({ name }) => name), allSent)
      .toEqual(['Alpha', 'Beta', 'Gamma'])
    expect(await sync()).toMatchObject({ source: 'airtable', failure: null, waiting: 0 })
  })

  it.for([
    ['a wrong key', { apiKey: 'patWrong' }, 'Airtable does not accept the API key.'],
    ['a wrong base', { baseId: 'appOther' }, 'Airtable knows no such base or table'],
    ['a wrong table', { tableId: 'tblOther' }, 'Airtable knows no such base or table'],
  ] as const)('keeps %s, and says what is wrong', async ([_, wrong, text], { city, expect }) => {
    const { server, boss, save, pull } = city
    const { connection } = await save(wrong)
    expect(connection.works).toBe(false)
    expect(connection.text).toContain(text)
    expect((await pull()).failure).toContain(text)
    const shown = (await server.ask('/api/airtable-config', { token: boss })).body
    expect(shown['hasApiKey']).toBe(true)
  })

  it.for([
    ['a new key', 'patWrong', undefined],
    ['another table', undefined, 'tblOther'],
  ] as const)(
    'with %s is heard, though a pull with the one before is still under way',
    async ([_, apiKey, tableId], { city, expect }) => {
      const { airtable, server, boss, save, tents, sync } = city
      fillAirtable(airtable, people)
      await save({ ...(apiKey && { apiKey }), ...(tableId && { tableId }) })
      await expect.poll(async () => (await sync()).failure, allSent).not.toBeNull()
      airtable.faults.latencyMs = [2000, 2000]
      const before = server.ask('/api/roster/pull', { token: boss, body: {} })
      await expect.poll(() => airtable.underWay(), allSent).toBe(1)
      airtable.faults.latencyMs = [0, 0]
      await save()
      await before
      await expect.poll(async () => (await tents()).length, allSent).toBe(people.length)
      expect((await sync()).failure).toBeNull()
    },
  )

  it('names the columns that are missing', async ({ city, expect }) => {
    const { airtable, save } = city
    fillAirtable(airtable, people)
    airtable.renameColumn('Captain Name', 'Captain')
    airtable.renameColumn('Members', 'Membres')
    const { connection } = await save()
    expect(connection).toEqual({
      works: true,
      text: 'Airtable answers. The table lacks the columns “Captain Name”, “Members”: was a column renamed?',
    })
  })

  it('refuses a table with none of our columns', async ({ city, expect }) => {
    const { airtable, save, pull } = city
    for (const name of Object.keys(airtable.columns)) airtable.renameColumn(name, `Old ${name}`)
    const { connection } = await save()
    expect(connection.text).toContain('none of the columns of a roster')
    expect((await pull()).failure).toContain('none of the columns of a roster')
  })

  it('says when Airtable cannot be reached, and saves nonetheless', async ({ city, expect }) => {
    const { airtable, save } = city
    airtable.faults.cutBefore = 1
    expect((await save()).connection.text).toBe('Airtable could not be reached.')
    airtable.faults.cutBefore = 0
    airtable.faults.isDown = true
    expect((await save()).connection.text).toBe('Service temporarily unavailable')
  })

  it('never shows the key, whatever goes wrong', async ({ city, expect }) => {
    const { airtable, save, pull, sync } = city
    for (const fault of ['isDown', 'none'] as const) {
      airtable.faults.isDown = fault === 'isDown'
      const answer = JSON.stringify([await save(), await pull(), await sync()])
      expect(answer).not.toContain(airtable.table.apiKey)
    }
  })
})

describe.concurrent('a pull', { timeout: 90_000 }, () => {
  it('tells new, changed, renamed and retired tents apart by their record ids', async ({
    city,
  }) => {
    const { airtable, pull, tents, connect } = city
    const [alpha = '', beta = '', gamma = ''] = await connect()
    expect(await tents()).toMatchObject([
      { id: alpha, order: 'A', numberOfMisses: 1, members: 'Ada One, Al Two' },
      { id: beta, order: 'B', numberOfMisses: 0, dayNumber: 2, nightNumber: 10 },
      { id: gamma, order: '3', numberOfMisses: 0, dayNumber: null },
    ])
    airtable.edit(beta, { Name: 'Beta renamed', Order: '9', 'Number of Misses': 2 })
    airtable.remove(gamma)
    const delta = airtable.add({ Order: '4', Name: 'Delta' })
    expect((await pull()).counts).toEqual({
      added: 1,
      changed: 1,
      retired: 1,
      unchanged: 1,
      postponed: 0,
    })
    expect(await tents()).toMatchObject([
      { id: alpha },
      { id: delta, name: 'Delta' },
      { id: beta, name: 'Beta renamed', numberOfMisses: 2 },
    ])
  })

  it('makes a tent from a file the record of the same order and name; its old id still resolves', async ({
    city,
  }) => {
    const { airtable, server, boss, tents, connect, startCheck, endCheck, miss } = city
    const csv = writeRosterCsv([{ ...rosterRow(people[0] ?? {}), id: 'tent-1' }])
    await server.ask('/api/roster/import', { token: boss, body: { csv } })
    await startCheck()
    await miss('tent-1')
    await endCheck()
    const [alpha = ''] = await connect()
    expect(await tents()).toMatchObject([
      { id: alpha, order: 'A', numberOfMisses: 2, lastMissLM: 'Harper' },
      { order: 'B' },
      { order: '3' },
    ])
    await expect.poll(() => airtable.cells(alpha)['Number of Misses'], allSent).toBe(2)

    const all = [{ id: 'tent-1' }]
    const body = { tents: all, numCheckers: 1 }
    expect((await server.ask('/api/start-check', { token: boss, body })).status).toBe(200)
    await miss('tent-1')
    expect((await tents())[0]).toMatchObject({ id: alpha, numberOfMisses: 3 })
  })

  it('leaves the ids of a file from before good for the import of one after it', async ({
    city,
    expect,
  }) => {
    const { server, boss, tents, connect } = city
    const post = (path: string, body: object) => server.ask(path, { token: boss, body })
    await post('/api/roster/import', { csv: writeRosterCsv(people) })
    const { body } = await server.ask('/api/roster/export', { token: boss })
    const csv = String(body)
    const [alpha = ''] = await connect()
    await server.ask('/api/airtable-config/disconnect', { method: 'POST', token: boss })
    const before = await tents()
    for (const path of ['/api/roster/preview', '/api/roster/import']) {
      expect(await post(path, { csv })).toMatchObject({ status: 200, body: { unchanged: 3 } })
      const twice = `${csv}${alpha},A${','.repeat(13)}\r\n`
      expect(await post(path, { csv: twice })).toMatchObject({
        status: 400,
        body: { problems: [{ line: 5, column: 'id', reason: 'A row before is the same tent.' }] },
      })
    }
    expect(await tents()).toEqual(before)
  })

  it('during a check changes only texts, and brings the rest after it', async ({
    city,
    expect,
  }) => {
    const { airtable, pull, tents, connect, startCheck, endCheck } = city
    const [alpha = '', beta = ''] = await connect()
    await startCheck()
    airtable.edit(alpha, { Name: 'Alpha the Great', 'Number of Misses': 9 })
    airtable.remove(beta)
    airtable.add({ Order: '5', Name: 'New' })
    expect((await pull()).counts).toMatchObject({ changed: 1, added: 0, retired: 0, postponed: 3 })
    expect(await tents()).toMatchObject([
      { name: 'Alpha the Great', numberOfMisses: 1 },
      { name: 'Beta' },
      { name: 'Gamma' },
    ])
    await endCheck()
    await pull()
    expect(await tents()).toMatchObject([
      { name: 'Alpha the Great', numberOfMisses: 9 },
      { name: 'Gamma' },
      { name: 'New' },
    ])
  })

  it('of a roster that shrinks by more than half waits for a super user’s yes', async ({
    city,
  }) => {
    const { airtable, pull, tents, connect } = city
    const [alpha = '', beta = '', gamma = ''] = await connect()
    airtable.remove(beta)
    airtable.remove(gamma)
    expect(await pull()).toMatchObject({ shrink: { from: 3, to: 1 }, failure: null })
    expect(await tents()).toHaveLength(3)
    expect(await pull({ confirmShrink: true })).toMatchObject({ shrink: null })
    expect(await tents()).toMatchObject([{ id: alpha }])
  })

  it('of another table waits for it, too, however long it is', async ({ city }) => {
    const { airtable, pull, tents, connect } = city
    const ids = await connect()
    const before = await tents()
    for (const id of ids) airtable.remove(id)
    for (let index = 0; index < 12; index += 1) airtable.add({ Name: `Person ${index}` })
    expect(await pull()).toMatchObject({ shrink: { from: 3, to: 0 }, failure: null })
    expect(await tents()).toEqual(before)
    expect(await pull({ confirmShrink: true })).toMatchObject({ shrink: null })
    expect(await tents()).toHaveLength(12)
  })

  it('of the right table after a wrong one gives the tents of a file their history back', async ({
    city,
    expect,
  }) => {
    const { airtable, server, boss, pull, tents, connect, startCheck, endCheck, miss } = city
    const csv = writeRosterCsv([{ ...rosterRow(people[0] ?? {}), id: 'tent-1' }])
    await server.ask('/api/roster/import', { token: boss, body: { csv } })
    await startCheck()
    await miss('tent-1')
    await endCheck()
    const others = Array.from({ length: 3 }, (_, index) => rosterRow({ name: `Person ${index}` }))
    for (const id of await connect(others)) airtable.remove(id)
    const [alpha = ''] = fillAirtable(airtable, people)
    expect(await pull({ confirmShrink: true })).toMatchObject({ shrink: null })
    expect(await tents()).toMatchObject([
      { id: alpha, order: 'A', numberOfMisses: 2, lastMissLM: 'Harper' },
      { order: 'B' },
      { order: '3' },
    ])
    await expect.poll(() => airtable.cells(alpha)['Number of Misses'], allSent).toBe(2)
  })

  it('keeps what it knows where a column is gone or a cell holds something else', async ({
    city,
  }) => {
    const { airtable, pull, tents, connect } = city
    const [alpha = '', beta = ''] = await connect()
    airtable.renameColumn('Members', 'Mitglieder')
    airtable.edit(alpha, { 'Number of Misses': 'two' })
    airtable.edit(beta, { 'Day Number': 1.5, 'Night Number': [], Name: { specialValue: 'NaN' } })
    const after = await pull()
    expect(after.missingColumns).toEqual(['Members'])
    expect(after.problemCount).toBe(3)
    expect(await tents()).toMatchObject([
      { id: alpha, members: 'Ada One, Al Two', numberOfMisses: 1 },
      { id: beta, name: 'Beta', dayNumber: 2, nightNumber: null },
      { name: 'Gamma' },
    ])
  })

  it('joins linked records and selections, and takes 100 KB in a cell', async ({
    city,
    expect,
  }) => {
    const { airtable, save, pull, tents } = city
    const long = 'Name Surname, '.repeat(7200)
    const [id = ''] = fillAirtable(airtable, [rosterRow({ order: 'A', name: 'Alpha' })])
    airtable.edit(id, {
      Members: ['Ada One', 'Al Two'],
      Captain: { id: 'usr1', email: 'ada@example.edu', name: 'Ada One' },
      netIDs: long,
      Type: `Bl\u0000ack`,
    })
    await save()
    await pull()
    expect((await tents())[0]).toMatchObject({
      members: 'Ada One, Al Two',
      captain: 'Ada One',
      netIDs: long.trim(),
      type: 'Bl ack',
    })
  })

  it('reads 3,000 records through cursors that die', async ({ city, expect }) => {
    const { airtable, server, boss, save, tents } = city
    const rows = Array.from({ length: 3000 }, (_, index) =>
      rosterRow({ order: String(index + 1), name: `Tent ${index + 1}` }),
    )
    fillAirtable(airtable, rows)
    airtable.faults.deadCursor = 1
    await save()
    const slow = server.ask('/api/roster/pull', { token: boss, body: {} })
    await expect.poll(() => airtable.log.some(({ status }) => status === 422), allSent).toBe(true)
    airtable.faults.deadCursor = 0
    await slow
    await expect.poll(async () => (await tents()).length, { timeout: 25_000 }).toBe(3000)
    expect(airtable.mostInASecond()).toBeLessThanOrEqual(5)
  })

  it('is asked for by a monitor who is about to start a check, at most every 30 seconds', async ({
    city,
  }) => {
    const { airtable, server, connect } = city
    await connect()
    const monitor = await server.signIn('mo', { isLineMonitor: true })
    const asked = airtable.log.length
    const answer = await server.ask('/api/roster/refresh', { token: monitor, body: {} })
    expect(answer.body).toEqual({ ok: true, changed: false })
    expect(airtable.log.length).toBe(asked)
  })

  it('is refused before there are settings', async ({ city, expect }) => {
    const { server, boss } = city
    const answer = await server.ask('/api/roster/pull', { token: boss, body: {} })
    expect(answer.status).toBe(409)
    expect(answer.body['code']).toBe('airtableNotConfigured')
  })
})

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
  }) => {
    const { airtable, sync, connect, startCheck, miss, make } = city
    const [alpha = '', beta = ''] = await connect()
    await startCheck()
    airtable.faults.cutMidAnswer = 0
    // Not an expectation: one that is still open when another test ends would fail that one.
    const isWritten = async () => {
      while (airtable.cells(alpha)['Number of Misses'] !== 2) {
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    const written = isWritten()
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
  })

  it('that are given up stay in the record alone: the tent is as Airtable says', async ({
    city,
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
