import { eq } from 'drizzle-orm'
import { describe, vi } from 'vitest'
import { fillAirtable } from '../../../stand-ins/roster.ts'
import { people } from '../../../tests/support/city.ts'
import { allSent, cityTest as it } from '../../../tests/support/city-test.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { hourMs } from '../../shared/durations.ts'
import { outbox, users } from '../db/schema.ts'
import { resultCells } from '../tent-check/ledger/events.ts'
import { writeRosterCsv } from '../tents/roster-csv.ts'
import type { RosterRow } from '../tents/roster-row.ts'
import { listKnownTents } from '../tents/store.ts'
import { hasNoRecord } from './push-plan.ts'
import { updateState } from './state.ts'
import { listUnsent, updateFailed, updateMayHaveArrived } from './store.ts'
import { underWayMs } from './under-way.ts'

describe.concurrent('a pull', { timeout: 90_000 }, () => {
  it('tells new, changed, renamed and retired tents apart by their record ids', async ({
    city,
    expect,
  }) => {
    const { airtable, server, boss, pull, tents, connect } = city
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
    // The audit says so, and has nothing of a pull that changes nothing.
    await pull()
    const [newest] = await server.withToken(boss).call('audit')
    const columns = ['Order', 'Name', 'Number of Misses']
    expect(newest).toMatchObject({ kind: 'rosterPulled', netID: 'boss' })
    const params = { id: newest?.id ?? 0 }
    expect(await server.withToken(boss).call('auditedTents', undefined, { params })).toMatchObject([
      { tentId: delta, tent: '4 Delta', change: 'added' },
      { tentId: beta, tent: 'B Beta', change: 'changed', columns },
      { tent: '3 Gamma', change: 'retired' },
    ])
  })

  it('makes a tent from a file the record of the same order and name; its old id still resolves', async ({
    city,
    expect,
  }) => {
    const { airtable, server, boss, tents, connect, startCheck, endCheck, miss } = city
    const csv = writeRosterCsv([{ ...rosterRow(people[0] ?? {}), id: 'tent-1' }])
    await server.ask('/api/roster/import', { token: boss, body: { csv } })
    await startCheck()
    await miss('tent-1')
    await endCheck()
    const [{ people: before } = {}] = await tents()
    const [alpha = ''] = await connect()
    expect(before).toHaveLength(2)
    expect(await tents()).toMatchObject([
      { id: alpha, order: 'A', numberOfMisses: 2, lastMissLM: 'Harper', people: before },
      { order: 'B' },
      { order: '3' },
    ])
    await expect.poll(() => airtable.cells(alpha)['Number of Misses'], allSent).toBe(2)

    await startCheck(['tent-1'])
    await miss('tent-1')
    expect((await tents())[0]).toMatchObject({ id: alpha, numberOfMisses: 3 })
  })

  it('adds to a table that was made of our own export only what came after it', async ({
    city,
    expect,
  }) => {
    const { airtable, server, boss, sync, tents, connect, startCheck, endCheck, miss } = city
    // What is read from Airtable has no space at its end.
    const rows = people.map((row) => ({
      ...row,
      lastCheck: 'Bo One ',
      dateOfLastCheck: '1/2/2026 ',
    }))
    const body = { csv: writeRosterCsv(rows), results: true }
    await server.ask('/api/roster/import', { token: boss, body })
    await startCheck()
    const [alpha = '', beta = '', gamma = ''] = (await tents()).map(({ id }) => id)
    for (const id of [alpha, beta, gamma]) await miss(id)
    const exported = await server.db.read(listKnownTents)
    await endCheck()
    await startCheck()
    await miss(beta)
    await endCheck()
    const mended: Record<string, Partial<RosterRow>> = {
      [alpha]: { lastMissLM: 'Harper K.', lastCheck: 'Bo and One' },
      [gamma]: { numberOfMisses: 5 },
    }
    await connect(exported.map((row: RosterRow) => ({ ...row, ...mended[row.id ?? ''] })))
    const misses = [2, 2, 6]
    expect((await tents()).map(({ numberOfMisses }) => numberOfMisses)).toEqual(misses)
    await expect.poll(async () => (await sync()).waiting, allSent).toBe(0)
    const there = (await tents()).map(({ id }) => airtable.cells(id)['Number of Misses'])
    expect(there).toEqual(misses)
  })

  it('names a tent from a file that is no record, with what waits, until there is one', async ({
    city,
    expect,
  }) => {
    const { airtable, server, boss, sync, pull, tents, connect, startCheck, endCheck, miss } = city
    const csv = writeRosterCsv([{ ...rosterRow({ order: 'A', name: 'Alfa' }), id: 'tent-1' }])
    await server.ask('/api/roster/import', { token: boss, body: { csv } })
    await startCheck()
    await miss('tent-1')
    await endCheck()
    const [alpha = ''] = await connect()
    const failed = [
      { tentId: 'tent-1', order: 'A', name: 'Alfa', results: 1, failure: hasNoRecord, attempts: 0 },
    ]
    expect(await sync()).toMatchObject({
      waiting: 0,
      failed: [{ ...failed[0], nextAttemptAt: null }],
    })
    await server.ask('/api/roster/retry', { token: boss, method: 'POST' })
    expect((await pull()).failed).toMatchObject(failed)
    airtable.remove(alpha)
    const alfa = airtable.add({ Order: 'A', Name: 'Alfa', 'Number of Misses': 1 })
    // It can't be sent yet, and has a record nevertheless.
    airtable.faults.isReadOnly = true
    const { failed: refused } = await pull()
    expect(refused.filter(({ failure }) => failure === hasNoRecord)).toEqual([])
    airtable.faults.isReadOnly = false
    await server.ask('/api/roster/retry', { token: boss, method: 'POST' })
    expect((await tents())[0]).toMatchObject({ id: alfa, numberOfMisses: 2 })
    await expect.poll(async () => (await sync()).waiting, allSent).toBe(0)
    expect(airtable.cells(alfa)['Number of Misses']).toBe(2)
    expect((await sync()).failed).toEqual([])
  })

  it('names no tent from a file that becomes a record, though it was corrected since it left', async ({
    city,
    expect,
  }) => {
    const { airtable, server, boss, sync, pull, connect, startCheck, endCheck, make, correct } =
      city
    const csv = writeRosterCsv([{ ...rosterRow({ order: 'A', name: 'Alfa' }), id: 'tent-1' }])
    await server.ask('/api/roster/import', { token: boss, body: { csv } })
    const checkId = await startCheck()
    await make('tent-1', 'Ada One')
    await endCheck()
    const [alpha = ''] = await connect()
    expect((await sync()).failed).toMatchObject([{ failure: hasNoRecord }])
    await correct(checkId, 'tent-1', 'miss')
    airtable.remove(alpha)
    airtable.add({ Order: 'A', Name: 'Alfa', 'Number of Misses': 0 })
    airtable.faults.isReadOnly = true
    expect((await pull()).failed.filter(({ failure }) => failure === hasNoRecord)).toEqual([])
    airtable.faults.isReadOnly = false
  })

  it('gives up what waits of a tent from a file that is no record', async ({ city, expect }) => {
    const { server, boss, sync, connect, startCheck, endCheck, miss } = city
    const csv = writeRosterCsv([{ ...rosterRow({ order: 'A', name: 'Alfa' }), id: 'tent-1' }])
    await server.ask('/api/roster/import', { token: boss, body: { csv } })
    await startCheck()
    await miss('tent-1')
    await endCheck()
    await connect()
    const body = { tentId: 'tent-1' }
    expect(await server.ask('/api/roster/give-up', { token: boss, body })).toMatchObject({
      status: 200,
      body: { results: 1 },
    })
    expect(await sync()).toMatchObject({ waiting: 0, failed: [] })
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

  it('says which tent two records are, where one came back that another had replaced', async ({
    city,
    expect,
  }) => {
    const { airtable, server, boss, pull, tents, connect } = city
    const [alpha = ''] = fillAirtable(airtable, people.slice(0, 1))
    const bringBack = airtable.remove(alpha)
    const csv = writeRosterCsv([{ ...rosterRow(people[0] ?? {}), id: alpha }])
    await server.ask('/api/roster/import', { token: boss, body: { csv } })
    const [another = ''] = await connect()
    expect(await tents()).toMatchObject([{ id: another }, {}, {}])
    bringBack()
    const failure = expect.stringContaining(`Please delete ${alpha}: `)
    expect(await pull()).toMatchObject({ failure })
    expect(await tents()).toMatchObject([{ id: another }, {}, {}])
    airtable.remove(alpha)
    expect(await pull()).toMatchObject({ failure: null })
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
    expect,
  }) => {
    const { airtable, pull, tents, connect } = city
    const [alpha = '', beta = '', gamma = ''] = await connect()
    airtable.remove(beta)
    airtable.remove(gamma)
    expect(await pull()).toMatchObject({ shrink: { from: 3, to: 1 }, failure: null })
    expect(await tents()).toHaveLength(3)
    expect(await pull({ shrinkTo: 1 })).toMatchObject({ shrink: null })
    expect(await tents()).toMatchObject([{ id: alpha }])
  })

  it('puts a table, however short, in the place of the demo season, whose records stay', async ({
    city,
    expect,
  }) => {
    const { server, boss, sync, tents, connect, startCheck, endCheck, miss } = city
    await server.withToken(boss).call('loadDemoSeason')
    const [demo = ''] = (await tents()).map(({ id }) => id)
    await startCheck([demo])
    await miss(demo)
    await endCheck()
    const ids = await connect()
    expect(await sync()).toMatchObject({ shrink: null, failure: null })
    expect((await tents()).map(({ id }) => id)).toEqual(ids)
    const past = await server
      .withToken(boss)
      .call('tentRecord', undefined, { params: { id: demo } })
    expect(past.checks).toMatchObject([{ outcome: 'miss' }])
  })

  it('of a roster that shrank further since a super user looked waits for another yes', async ({
    city,
    expect,
  }) => {
    const { airtable, pull, tents, connect } = city
    const ids = await connect([...people, rosterRow({ order: 'D', name: 'Delta' })])
    for (const id of ids.slice(1)) airtable.remove(id)
    expect(await pull()).toMatchObject({ shrink: { from: 4, to: 1 } })
    airtable.remove(ids[0] ?? '')
    expect(await pull({ shrinkTo: 1 })).toMatchObject({ shrink: { from: 4, to: 0 } })
    expect(await tents()).toHaveLength(4)
  })

  it('of another table waits for it, too, however long it is', async ({ city, expect }) => {
    const { airtable, pull, tents, connect } = city
    const ids = await connect()
    const before = await tents()
    for (const id of ids) airtable.remove(id)
    for (let index = 0; index < 12; index += 1) airtable.add({ Name: `Person ${index}` })
    expect(await pull()).toMatchObject({ shrink: { from: 3, to: 0 }, failure: null })
    expect(await tents()).toEqual(before)
    expect(await pull({ shrinkTo: 0 })).toMatchObject({ shrink: null })
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
    expect(await pull({ shrinkTo: 0 })).toMatchObject({ shrink: null })
    expect(await tents()).toMatchObject([
      { id: alpha, order: 'A', numberOfMisses: 2, lastMissLM: 'Harper' },
      { order: 'B' },
      { order: '3' },
    ])
    await expect.poll(() => airtable.cells(alpha)['Number of Misses'], allSent).toBe(2)
  })

  it('keeps what it knows where a column is gone or a cell holds something else', async ({
    city,
    expect,
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

  it.for([
    ['a Miss whose number tells whether it arrived', true, 'No.'],
    [
      'what was refused for its number',
      false,
      'Number of Misses at Airtable is not a whole number.',
    ],
    ['what was refused for its record', false, 'The tent is no longer in the table at Airtable.'],
    ['what waits for its record', true, 'The tent is no longer in the table at Airtable.'],
  ] as const)(
    'lets %s be settled soon, once that can be read again',
    async ([, mayHaveArrived, failure], { city, expect }) => {
      const { airtable, server, pull, connect, startCheck, miss } = city
      const [alpha = ''] = await connect()
      await startCheck()
      airtable.faults.isDown = true
      await miss(alpha)
      airtable.edit(alpha, { 'Number of Misses': 'many' })
      const { db } = server
      const before = { ...resultCells(rosterRow({})), numberOfMisses: 1 }
      const [result] = await db.read(listUnsent)
      if (result === undefined) throw new Error('The Miss waits')
      const hour = new Date(Date.now() + hourMs)
      await db.transaction(async (tx) => {
        await updateMayHaveArrived(tx, [result], { before, without: ['lastMiss'] }, hour)
        const held = [{ ...result, dueAt: hour }]
        const failed = { failure, isRefused: true, dueAt: hour, mayHaveArrived }
        await updateFailed(tx, held, failed)
      })
      airtable.faults.isDown = false
      const dueAt = async () => (await db.read(listUnsent))[0]?.dueAt.getTime() ?? 0
      await pull()
      expect(await dueAt()).toBe(hour.getTime())
      airtable.edit(alpha, { 'Number of Misses': 2 })
      await pull()
      expect(await dueAt()).toBeLessThanOrEqual(Date.now() + underWayMs)
    },
  )

  it('lets a Make that was refused for its record be sent soon, once that is back', async ({
    city,
    expect,
  }) => {
    const { airtable, server, pull, sync, connect, startCheck, endCheck, make } = city
    const [alpha = ''] = await connect()
    await startCheck()
    const bringBack = airtable.remove(alpha)
    await make(alpha, 'Ada One')
    await expect
      .poll(async () => (await sync()).failed, allSent)
      .toMatchObject([{ tentId: alpha, failure: `Record ID ${alpha} does not exist` }])
    await endCheck()
    expect(await pull()).toMatchObject({ counts: { retired: 1 } })
    const dueAt = new Date(Date.now() + hourMs)
    await server.db.transaction(({ queries }) => queries.update(outbox).set({ dueAt }))
    bringBack()
    await pull()
    await expect.poll(() => airtable.cells(alpha)['Last Check'], allSent).toBe('Ada One')
  })

  it('that fails says so, whatever Airtable’s words are made of', async ({ city, expect }) => {
    const { airtable, pull, sync, connect } = city
    await connect()
    Object.assign(airtable.faults, { isDown: true, wordsWhenDown: 'No\u0000more\ud83d' })
    expect((await pull()).failure).toBe('No more\ufffd')
    expect((await sync()).failure).toBe('No more\ufffd')
  })

  it('joins looked-up names and selections, and lists a cell of 100 KB', async ({
    city,
    expect,
  }) => {
    const { airtable, save, pull, sync, tents } = city
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
      netIDs: '',
      type: 'Bl ack',
    })
    expect((await sync()).problems).toEqual([
      { order: 'A', name: 'Alpha', column: 'netIDs (over 4,000 characters: shorten it)' },
    ])
  })

  it('reads 1,000 records through cursors that die', async ({ city, expect }) => {
    const { airtable, server, boss, save, tents } = city
    const rows = Array.from({ length: 1000 }, (_, index) =>
      rosterRow({ order: String(index + 1), name: `Tent ${index + 1}` }),
    )
    fillAirtable(airtable, rows)
    airtable.faults.deadCursor = 1
    await save()
    const slow = server.ask('/api/roster/pull', { token: boss, body: {} })
    await expect.poll(() => airtable.log.some(({ status }) => status === 422), allSent).toBe(true)
    airtable.faults.deadCursor = 0
    await slow
    await expect.poll(async () => (await tents()).length, { timeout: 25_000 }).toBe(1000)
    expect(airtable.mostInASecond()).toBeLessThanOrEqual(5)
  })

  it('that began before the last one that was applied changes nothing', async ({
    city,
    expect,
  }) => {
    const { airtable, pull, tents, connect } = city
    const others = Array.from({ length: 100 }, (_, index) => rosterRow({ name: `Tent ${index}` }))
    const [alpha = ''] = await connect([...people, ...others])
    const answered = airtable.log.length
    const sendPageOne = airtable.hold()
    const older = pull()
    await expect.poll(airtable.underWay, allSent).toBe(1)
    const sendPageTwo = airtable.hold()
    sendPageOne()
    await expect
      .poll(() => [airtable.log.length - answered, airtable.underWay()], allSent)
      .toEqual([1, 1])
    airtable.edit(alpha, { Name: 'Alpha the Great' })
    const sendAll = airtable.hold()
    sendAll()
    await pull()
    sendPageTwo()
    await older
    expect((await tents()).find(({ id }) => id === alpha)?.name).toBe('Alpha the Great')
  })

  it('is asked for by a monitor who is about to start a check, at most every 30 seconds', async ({
    city,
    expect,
  }) => {
    const { airtable, server, connect } = city
    await connect()
    const monitor = await server.signIn('mo', { isLineMonitor: true })
    const asked = airtable.log.length
    const answer = await server.ask('/api/roster/refresh', { token: monitor, body: {} })
    expect(answer.body).toEqual({ ok: true, changed: false })
    expect(airtable.log.length).toBe(asked)
  })

  it('that several ask for asks each for the role, and the refusal of one is nobody else’s', async ({
    city,
    expect,
  }) => {
    const { airtable, server, connect, tents } = city
    const tokens = {
      mo: await server.signIn('mo', { isLineMonitor: true }),
      lena: await server.signIn('lena', { isLineMonitor: true }),
      pat: await server.signIn('pat', { isLineMonitor: true }),
    }
    const refresh = async (who: keyof typeof tokens) => {
      const { status, body } = await server.ask('/api/roster/refresh', {
        token: tokens[who],
        body: {},
      })
      return [status, body.code ?? body['changed']]
    }
    const takeRole = (netID: string) =>
      server.db.transaction(({ queries }) =>
        queries.update(users).set({ isLineMonitor: false }).where(eq(users.netID, netID)),
      )
    const [alpha = ''] = await connect()
    airtable.edit(alpha, { Name: 'Alpha the Great' })
    // Long enough for a refresh, and too soon for the server to pull by itself.
    const minuteAgo = new Date(Date.now() - 60_000).toISOString()
    await server.db.transaction((tx) => updateState(tx, { triedAt: minuteAgo }, new Date()))
    const release = airtable.hold()
    const first = refresh('mo')
    await expect.poll(airtable.underWay).toBe(1)

    await takeRole('pat')
    expect(await refresh('pat')).toEqual([403, 'needsLineMonitor'])

    const transactions = vi.spyOn(server.db, 'transaction')
    const second = refresh('lena')
    await expect.poll(() => transactions.mock.calls.length).toBeGreaterThan(0)
    transactions.mockRestore()
    await takeRole('mo')
    release()
    expect(await first).toEqual([403, 'needsLineMonitor'])
    expect(await second).toEqual([200, true])
    expect(await tents()).toMatchObject([{ name: 'Alpha the Great' }, {}, {}])
  })

  it('is refused before there are settings', async ({ city, expect }) => {
    const { server, boss } = city
    const answer = await server.ask('/api/roster/pull', { token: boss, body: {} })
    expect(answer.status).toBe(409)
    expect(answer.body.code).toBe('airtableNotConfigured')
  })
})
