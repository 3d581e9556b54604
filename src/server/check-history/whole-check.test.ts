import { describe, expect, it } from 'vitest'
import {
  addLedger,
  boss,
  client,
  eachHistory,
  end,
  eventfulCheck,
  get,
  harper,
  idOf,
  importTents,
  later,
  lena,
  list,
  make,
  miss,
  mo,
  person,
  post,
  record,
  roster,
  server,
  start,
  startOfTest,
  statistics,
  whole,
} from '../../../tests/support/history.ts'

eachHistory()

describe('a check', () => {
  it('is whole: its lines, its monitors, and all that happened in order', async () => {
    const id = await eventfulCheck()
    const at = (minutes: number) =>
      new Date(Date.parse(startOfTest) + minutes * 60_000).toISOString()
    const { events, ...shown } = await whole(id)
    expect(shown).toEqual({
      id,
      startedAt: at(0),
      startedBy: person.mo,
      endedAt: at(12),
      ending: 'ended',
      makes: 1,
      misses: 0,
      unmarked: 2,
      late: 1,
      corrected: 2,
      period: 'Black',
      clock: 'day',
      inGrace: false,
      rulesVersion: 0,
      calls: [{ call: 1, at: at(2), by: person.lena }],
      monitors: [{ ...person.lena, makes: 2, misses: 0 }],
      tents: [
        {
          id: 'tA',
          order: 'A',
          name: 'Ants',
          outcome: 'make',
          marked: 'make',
          by: person.lena,
          at: at(1),
          present: ['Ann Lee', 'Bo Chen'],
          required: 2,
          undone: 1,
          corrections: [],
        },
        {
          id: 'tB',
          order: 'B',
          name: '=Bees',
          outcome: 'none',
          marked: 'make',
          by: person.lena,
          at: at(1),
          present: [],
          required: 2,
          undone: 0,
          corrections: [
            { outcome: 'miss', by: harper, at: at(72), reason: 'Nobody was there' },
            { outcome: 'none', by: harper, at: at(72), reason: 'There was grace' },
          ],
        },
        {
          id: 'tC',
          order: 'C',
          name: 'Cats',
          outcome: 'none',
          marked: 'none',
          by: null,
          at: null,
          present: [],
          required: 2,
          undone: 0,
          corrections: [],
        },
      ],
    })
    const deviceTime = '2026-01-19T03:03:59Z'
    expect(events).toEqual([
      { number: 1, at: at(0), kind: 'started', by: person.mo },
      {
        number: 2,
        at: at(0),
        kind: 'marked',
        by: person.mo,
        tentId: 'tA',
        outcome: 'miss',
        deviceTime,
      },
      {
        number: 3,
        at: at(1),
        kind: 'undone',
        by: person.mo,
        tentId: 'tA',
        outcome: 'miss',
        reason: 'Wrong tent',
      },
      { number: 4, at: at(1), kind: 'marked', by: person.lena, tentId: 'tA', outcome: 'make' },
      { number: 5, at: at(1), kind: 'marked', by: person.lena, tentId: 'tB', outcome: 'make' },
      { number: 6, at: at(2), kind: 'called', by: person.lena, call: 1 },
      { number: 7, at: at(12), kind: 'ended', by: person.mo },
      { number: 8, at: at(12), kind: 'lateMark', by: person.mo, tentId: 'tC', outcome: 'miss' },
      {
        number: 9,
        at: at(72),
        kind: 'corrected',
        by: harper,
        tentId: 'tB',
        outcome: 'miss',
        reason: 'Nobody was there',
      },
      {
        number: 10,
        at: at(72),
        kind: 'corrected',
        by: harper,
        tentId: 'tB',
        outcome: 'none',
        reason: 'There was grace',
      },
    ])
    const { calls: _, monitors: __, rulesVersion: ___, tents, ...summary } = shown
    expect(await list()).toEqual({ checks: [{ ...summary, tents: tents.length }], more: false })
  })

  it('has the note of each mark, also of one that came late', async () => {
    const checkId = await start()
    const update = '/api/tent-checks/update'
    await post(update, { id: 'tA', misses: 1, note: 'Asleep, all of them' })
    await post(update, { id: 'tB', lastCheck: 'Cy Diaz', note: 'By phone' }, lena)
    await end()
    const late = { id: 'tC', misses: 1, checkId, note: 'No network' }
    expect((await server.ask(update, { token: mo, body: late })).status).toBe(409)
    const told = (await whole(checkId)).events.map(({ kind, note }) => [kind, note])
    expect(told).toEqual([
      ['started', undefined],
      ['marked', 'Asleep, all of them'],
      ['marked', 'By phone'],
      ['ended', undefined],
      ['lateMark', 'No network'],
    ])
  })

  it('that is on is in the list, and so is one that was reopened', async () => {
    const id = await start()
    const running = { id, endedAt: null, ending: null, tents: 3, unmarked: 3 }
    expect((await list()).checks).toMatchObject([running])
    await post('/api/cancel-check', {})
    expect((await list()).checks).toMatchObject([{ id, ending: 'cancelled' }])
    await post(`/api/checks/${id}/reopen`, {})
    expect(await whole(id)).toMatchObject({ id, endedAt: null, ending: null })
    await end()
    expect((await list()).checks).toMatchObject([{ id, ending: 'ended' }])
  })

  it('is a table of its results', async () => {
    const id = await eventfulCheck()
    const answer = await get(`/api/checks/${id}/results.csv`)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const name = `results-2026-01-19T0304Z-${id.slice(0, 8)}.csv`
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    expect(String(answer.body).split('\r\n')).toEqual([
      'order,name,outcome,by,netID,at,present,required,corrections',
      'A,Ants,make,Lena Test,lena,2026-01-19T03:05:00.000Z,"Ann Lee, Bo Chen",2,0',
      "B,'=Bees,none,Lena Test,lena,2026-01-19T03:05:00.000Z,,2,2",
      'C,Cats,none,,,,,2,0',
      '',
    ])
  })

  it('with a ledger older than the season’s rules has null for what that does not say', async () => {
    const mark = (id: string, outcome: 'make' | 'miss') => ({
      mark: { id, outcome, by: 'Mo', at: '1/18/2026, 10:04 PM', numberOfMisses: 1 },
    })
    await addLedger(idOf(7), [
      ['started', { tents: ['tA', 'tB'].map((id) => ({ id, groupIndex: 0 })), numCheckers: 1 }],
      ['marked', { ...mark('tA', 'make'), lastCheck: 'Ann Lee' }],
      ['marked', mark('tB', 'miss')],
      ['ended', {}, null],
    ])
    const shown = await whole(idOf(7))
    expect(shown).toMatchObject({
      period: null,
      clock: null,
      inGrace: false,
      rulesVersion: null,
      makes: 1,
      misses: 1,
      monitors: [{ netID: 'mo', makes: 1, misses: 1 }],
      tents: [
        { id: 'tA', outcome: 'make', present: [], required: null },
        { id: 'tB', outcome: 'miss', present: [], required: null },
      ],
    })
    expect(shown.events.at(-1)).toMatchObject({ kind: 'ended', by: null })
    expect((await record('tB')).checks).toMatchObject([{ outcome: 'miss', required: null }])
    expect((await statistics()).missRate).toEqual([
      { period: null, clock: null, marks: 2, misses: 1 },
    ])
  })

  it('whose ledger cannot be read is listed, but has no lines', async () => {
    await addLedger(idOf(7), [
      ['started', { tents: [{ id: 'tA', groupIndex: 0 }], numCheckers: 1 }],
      ['eaten', {}],
      ['cancelled', {}],
    ])
    await addLedger(idOf(8), [])
    await addLedger(idOf(9), [['started', {}]])
    const none = { tents: 0, makes: 0, misses: 0, unmarked: 0, late: 0, corrected: 0 }
    const { checks: listed } = await list()
    expect(listed).toHaveLength(3)
    for (const check of listed) {
      expect(check).toMatchObject(none)
      expect(await whole(check.id)).toMatchObject({ tents: [], events: [], monitors: [] })
      expect((await get(`/api/checks/${check.id}/results.csv`)).status).toBe(200)
    }
    expect(listed.find(({ id }) => id === idOf(7))).toMatchObject({ ending: 'cancelled' })
    expect((await statistics()).checks).toBe(3)
    expect((await get('/api/tents/tA/record')).status).toBe(200)
    const logged = server.takeErrors()
    expect(logged).not.toEqual([])
    for (const line of logged) expect(line).toContain('the ledger of the check cannot be read')
  })
})

describe('a closed season', () => {
  it('keeps outcomes and times; names, reasons and monitors are emptied', async () => {
    const id = await eventfulCheck()
    const before = await whole(id)
    const checkId = await start()
    const socket = server.connect(mo)
    await socket.timeout(5000).emitWithAck('excludedNamesUpdated', ['Ann Lee'], { base: [] })
    await end()
    await post('/api/admin/close-season', { confirm: 'CLOSE' }, boss)
    const after = await whole(id)
    expect(after).toEqual({
      ...before,
      monitors: [],
      seasonClosed: true,
      tents: before.tents.map((line) => ({
        ...line,
        present: [],
        corrections: line.corrections.map((correction) => ({ ...correction, reason: '' })),
      })),
      events: before.events.map(({ reason: _, ...event }) => event),
    })
    expect((await whole(checkId)).events[1]).toMatchObject({ kind: 'excluded', names: [] })
    expect(await statistics()).toMatchObject({ checks: 2, monitors: [] })
    const texts = JSON.stringify([after, await record('tA'), await list()])
    expect(texts).not.toMatch(/Ann|Bo Chen|grace"|Nobody was there/)
    expect(String((await get(`/api/checks/${id}/results.csv`)).body)).not.toContain('Ann')
  })

  it('leaves a tent that is imported again without a Miss', async () => {
    await start()
    await miss('tA')
    await end()
    await post('/api/admin/close-season', { confirm: 'CLOSE' }, boss)
    await importTents()
    expect(await record('tA')).toMatchObject({
      standing: { period: 'Black', misses: 0 },
      checks: [{ outcome: 'miss', seasonClosed: true }],
    })
    const ann = client(await server.signIn('al1'))
    expect((await ann.call('now')).tent?.misses).toMatchObject({ period: 'Black', standing: 0 })
  })

  it('is summed up by type of tent, each for itself', async () => {
    const close = () =>
      post('/api/admin/close-season', { confirm: 'CLOSE', rulesAYearLater: true }, boss)
    await eventfulCheck()
    later(1)
    await close()
    const first = server.now().toISOString()
    const types = roster.map((row, place) => ({ ...row, type: place === 0 ? 'Black' : 'Blue' }))
    await importTents(types)
    later(1)
    await start()
    await miss('tA')
    await make('tB', 'Cy Diaz')
    await end()
    expect((await client().call('closedSeasons')).seasons).toHaveLength(1)
    later(1)
    await close()
    expect((await client().call('closedSeasons')).seasons).toEqual([
      {
        name: '2027',
        closedAt: server.now().toISOString(),
        tents: 3,
        checks: 1,
        byType: [
          { type: 'Black', makes: 0, misses: 1 },
          { type: 'Blue', makes: 1, misses: 0 },
        ],
      },
      // Its tents had no type then, whatever the next season's roster says.
      {
        name: '2026',
        closedAt: first,
        tents: 3,
        checks: 1,
        byType: [{ type: '', makes: 1, misses: 0 }],
      },
    ])
  })
})
