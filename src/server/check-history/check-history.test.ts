// On each engine: the history is read by raw SQL.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { type ServerAt, startServerAt } from '../../../tests/support/server-at.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import type { ListedCheck } from '../../shared/check-history/contract.ts'
import { systemContext } from '../context.ts'
import { checkEvents, checks } from '../db/schema.ts'
import { importRoster } from '../tents/roster-import.ts'
import { updateIds } from '../tents/store.ts'

let server: ServerAt
let boss: string
let mo: string
let lena: string

const startOfTest = '2026-01-19T03:04:00.000Z'
const idOf = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`
const roster = [
  rosterRow({
    id: 'tA',
    order: 'A',
    name: 'Ants',
    members: 'Ann Lee, Bo Chen',
    netIDs: 'al1, bc2',
  }),
  rosterRow({ id: 'tB', order: 'B', name: '=Bees', members: 'Cy Diaz', netIDs: 'cd3' }),
  rosterRow({ id: 'tC', order: 'C', name: 'Cats', members: 'Di Evans', netIDs: 'de4' }),
]

beforeEach(async () => {
  server = await startServerAt(startOfTest)
  await server.db.transaction((tx) => importRoster(systemContext, tx, roster, { results: true }))
  boss = await server.signIn('boss', { isSuperUser: true, firstName: 'Harper' })
  mo = await server.signIn('mo', { isLineMonitor: true, firstName: 'Mo' })
  lena = await server.signIn('lena', { isLineMonitor: true, firstName: 'Lena' })
})
afterEach(() => server.close())

const later = (minutes: number) => {
  server.pass(minutes * 60_000)
}

async function post(path: string, body: object, token = mo) {
  const answer = await server.ask(path, { token, body })
  expect([path, answer.status, answer.body.error]).toEqual([path, 200, undefined])
  return answer.body
}
const get = (path: string, token: string | undefined = mo) => server.ask(path, { token })

const start = (ids = ['tA', 'tB', 'tC']) => startCheck(server.withToken(mo), ids)
const miss = (id: string, token = mo) =>
  post('/api/tent-checks/update', { id, misses: 1, deviceTime: '2026-01-19T03:03:59Z' }, token)
const make = (id: string, lastCheck: string, token = mo) =>
  post('/api/tent-checks/update', { id, lastCheck }, token)
const end = () => post('/api/end-check', {})

/** What somebody is answered by the contract. */
const as = (token = mo) => server.withToken(token)
const list = (query: { before?: string; limit?: number } = {}) =>
  as().call('listChecks', undefined, { query })
const whole = (id: string) => as().call('getCheck', undefined, { params: { id } })
const statistics = (query: { from?: string; to?: string } = {}) =>
  as().call('checkStatistics', undefined, { query })
const record = (id: string, token = mo) =>
  as(token).call('tentRecord', undefined, { params: { id } })

const person = { mo: { netID: 'mo', name: 'Mo Test' }, lena: { netID: 'lena', name: 'Lena Test' } }
const harper = { netID: 'boss', name: 'Harper Test' }

/** One check with all that can happen in one. */
async function eventfulCheck(): Promise<string> {
  const checkId = await start()
  await miss('tA')
  later(1)
  const undone = { id: 'tA', checkId, undoId: idOf(1), reason: 'Wrong tent' }
  await post('/api/tent-checks/undo', undone)
  await make('tA', 'Ann Lee, Bo Chen', lena)
  await make('tB', '', lena)
  later(1)
  await post('/api/check-calls', { checkId, call: 1 }, lena)
  later(10)
  await end()
  const late = { id: 'tC', misses: 1, checkId }
  expect((await server.ask('/api/tent-checks/update', { token: mo, body: late })).status).toBe(409)
  later(60)
  const corrections = `/api/checks/${checkId}/corrections`
  const wrong = { tentId: 'tB', outcome: 'miss', reason: 'Nobody was there', correctionId: idOf(2) }
  await post(corrections, wrong, boss)
  const back = { tentId: 'tB', outcome: 'none', reason: 'There was grace', correctionId: idOf(3) }
  await post(corrections, back, boss)
  return checkId
}

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

/** A check that is over as an older server wrote it: kinds with their data, `null`: by the server. */
async function addLedger(
  checkId: string,
  events: [kind: string, data: object, netID?: null][],
): Promise<void> {
  await server.db.transaction(async ({ queries }) => {
    const row = {
      id: checkId,
      numCheckers: 1,
      startedBy: 'mo',
      startedAt: server.now(),
      endedAt: server.now(),
    }
    await queries.insert(checks).values(row)
    if (events.length === 0) return
    await queries.insert(checkEvents).values(
      events.map(([kind, data, netID = 'mo'], place) => {
        const mark = 'mark' in data ? (data.mark as { id: string; outcome: 'make' }) : null
        return {
          checkId,
          number: place + 1,
          kind,
          at: server.now(),
          netID,
          byName: netID === null ? '' : 'Mo',
          tentId: mark?.id ?? null,
          outcome: mark?.outcome ?? null,
          data,
        }
      }),
    )
  })
}

describe('the list of checks', () => {
  async function addChecks(count: number): Promise<string[]> {
    const ids: string[] = []
    for (let place = 0; place < count; place += 1) {
      await addLedger(idOf(100 + place), [
        ['started', { tents: [{ id: 'tA', groupIndex: 0 }], numCheckers: 1 }],
        ['ended', {}],
      ])
      ids.unshift(idOf(100 + place))
      // Two of them begin at the same moment each.
      if (place % 2 === 1) later(1)
    }
    return ids
  }
  const idsOf = ({ checks: listed }: { checks: ListedCheck[] }) => listed.map(({ id }) => id)

  it('has pages, newest first, each check once', async () => {
    const ids = await addChecks(33)
    const first = await list()
    expect([idsOf(first), first.more]).toEqual([ids.slice(0, 30), true])
    const second = await list({ before: String(ids[29]).toUpperCase() })
    expect([idsOf(second), second.more]).toEqual([ids.slice(30), false])
    const one = await list({ limit: 1, before: String(ids[31]) })
    expect([idsOf(one), one.more]).toEqual([ids.slice(32), false])
    expect((await list({ limit: 33 })).more).toBe(false)
    expect((await list({ limit: 32 })).more).toBe(true)
  })

  it('is empty before the first check, and refuses what is no limit or no check', async () => {
    expect(await list()).toEqual({ checks: [], more: false })
    const refused = async (query: string) => [query, (await get(`/api/checks?${query}`)).status]
    for (const limit of ['0', '101', 'x', '1.5', '', '1&limit=2']) {
      expect(await refused(`limit=${limit}`)).toEqual([`limit=${limit}`, 400])
    }
    for (const id of ['nothing', idOf(1), '', '%F0%9F%98%80']) {
      expect(await refused(`before=${id}`)).toEqual([`before=${id}`, 404])
    }
  })
})

describe('statistics', () => {
  it('are over checks that are over, cancelled ones too, as they stand now', async () => {
    await eventfulCheck()
    later(24 * 60)
    await start()
    await miss('tA')
    await miss('tB', lena)
    later(20)
    await post('/api/cancel-check', {})
    later(1)
    await start()
    const { byHour, byWeekday, ...rest } = await statistics()
    expect(rest).toEqual({
      checks: 2,
      minutes: { median: 16, p90: expect.closeTo(19.2) },
      monitors: [
        { ...person.lena, makes: 2, misses: 1 },
        { ...person.mo, makes: 0, misses: 1 },
      ],
      missRate: [{ period: 'Black', clock: 'day', marks: 3, misses: 2 }],
    })
    expect([byHour.length, byHour[22], byHour[23]]).toEqual([24, 1, 1])
    expect(byWeekday).toEqual([1, 1, 0, 0, 0, 0, 0])
  })

  it('begin with `from` and end before `to`', async () => {
    await start()
    await end()
    const next = new Date(server.now().getTime() + 1).toISOString()
    const within = async (from?: string, to?: string) =>
      (await statistics({ ...(from && { from }), ...(to && { to }) })).checks
    expect(await within(startOfTest, next)).toBe(1)
    expect(await within(next)).toBe(0)
    expect(await within(undefined, startOfTest)).toBe(0)
    expect(await within(startOfTest, startOfTest)).toBe(0)
    expect(await within('2026-01-19T03:04:00Z')).toBe(1)
    expect(await within('2026-01-19T03:04:00.000000+00:00')).toBe(1)
    for (const wrong of [
      'from=tomorrow',
      'to=2026-02-30T00:00:00Z',
      'from=2026-01-19',
      'from=',
      'from=2026-01-20T00:00:00Z&to=2026-01-19T00:00:00Z',
    ]) {
      const { status } = await get(`/api/checks/statistics?${wrong}`)
      expect([wrong, status]).toEqual([wrong, 400])
    }
  })
})

describe('the record of a tent', () => {
  it('says who of those counted was excluded after all, and nobody who counts again', async () => {
    const checkId = await start()
    await make('tA', 'Ann Lee, Bo Chen')
    const socket = server.connect(mo)
    const say = (names: string[], base: string[]) =>
      socket.timeout(5000).emitWithAck('excludedNamesUpdated', names, { base })
    await say(['Ann Lee', 'Bo Chen', 'Cy Diaz'], [])
    await say(['Ann Lee', 'Cy Diaz'], ['Ann Lee', 'Bo Chen', 'Cy Diaz'])
    await end()
    const there = { checkId, present: ['Ann Lee', 'Bo Chen'], excluded: ['Ann Lee'] }
    expect((await record('tA')).checks).toMatchObject([there])
    expect((await record('tB')).checks).not.toHaveProperty('0.excluded')
  })

  it('has every check that is over, with what stands, and leaves out the running one', async () => {
    const first = await eventfulCheck()
    later(60)
    const second = await start(['tA', 'tC'])
    await miss('tA')
    await post('/api/cancel-check', {})
    later(60)
    await start()
    expect(await record('tA')).toEqual({
      tent: { id: 'tA', order: 'A', name: 'Ants' },
      standing: { period: 'Black', misses: 1, allowed: 1 },
      numberOfMisses: 1,
      explained: { least: 1, most: 1 },
      checks: [
        {
          checkId: second,
          startedAt: '2026-01-19T05:16:00.000Z',
          outcome: 'miss',
          at: '2026-01-19T05:16:00.000Z',
          by: person.mo,
          present: [],
          required: 2,
          corrections: [],
          cancelled: true,
          disputableUntil: '2026-01-22T05:16:00.000Z',
        },
        {
          checkId: first,
          startedAt: startOfTest,
          outcome: 'make',
          at: '2026-01-19T03:05:00.000Z',
          by: person.lena,
          present: ['Ann Lee', 'Bo Chen'],
          required: 2,
          corrections: [],
          disputableUntil: null,
        },
      ],
    })
    expect((await record('tB')).checks).toMatchObject([
      { checkId: first, corrections: [{ outcome: 'miss' }, { outcome: 'none' }] },
    ])
  })

  it('tells monitors which Misses explain the roster’s column, that of the running check too', async () => {
    const misses = async () => {
      const { numberOfMisses, explained, standing } = await record('tA')
      return { roster: numberOfMisses, ...explained, standing: standing.misses }
    }
    const checkId = await start()
    await miss('tA')
    expect(await misses()).toEqual({ roster: 1, least: 1, most: 1, standing: 0 })
    await end()
    expect(await misses()).toEqual({ roster: 1, least: 1, most: 1, standing: 1 })
    await post(`/api/checks/${checkId}/reopen`, {})
    expect(await misses()).toEqual({ roster: 1, least: 1, most: 1, standing: 0 })
    await end()
    // The next period's own Misses are fewer; the column keeps those before.
    server.goTo('2026-01-29T12:00:00Z')
    expect(await misses()).toEqual({ roster: 1, least: 0, most: 1, standing: 0 })
    await post('/api/admin/close-season', { confirm: 'CLOSE' }, boss)
    await server.db.transaction((tx) => importRoster(systemContext, tx, roster, { results: true }))
    expect(await misses()).toEqual({ roster: 0, least: 0, most: 0, standing: 0 })
    server.goTo('2026-01-20T12:00:00Z')
    expect(await misses()).toEqual({ roster: 0, least: 0, most: 0, standing: 1 })
  })

  it('tells until when a Miss may be disputed, by the rules that its check began under', async () => {
    const ann = await server.signIn('al1', { firstName: 'Ann' })
    const season = await as().call('getSeason')
    await start()
    await miss('tA')
    const { now: _, ...rules } = season
    await as(boss).call('saveSeason', { ...rules, disputeHours: 1 })
    await end()
    expect((await record('tA', ann)).checks).toMatchObject([
      { disputableUntil: '2026-01-22T03:04:00.000Z' },
    ])
    later(60)
    const checkId = await start()
    await miss('tA')
    await end()
    const dispute = { checkId, text: 'All of us were there.' }
    expect((await record('tA', ann)).checks[0]).toMatchObject({
      disputableUntil: '2026-01-19T05:04:00.000Z',
    })
    later(61)
    expect((await record('tA', ann)).checks[0]).toMatchObject({ checkId, disputableUntil: null })
    expect((await server.ask('/api/disputes', { token: ann, body: dispute })).body).toMatchObject({
      code: 'tooLate',
    })
  })

  it('is for line monitors and its own members, who see first names and no netID', async () => {
    const checkId = await eventfulCheck()
    const correction = { tentId: 'tA', outcome: 'miss', correctionId: idOf(4) }
    const reason = 'bc2 says that Ann was away'
    await post(`/api/checks/${checkId}/corrections`, { ...correction, reason }, boss)
    const ann = await server.signIn('al1', { firstName: 'Ann' })
    const own = await record('tA', ann)
    expect(own).toEqual({
      tent: { id: 'tA', order: 'A', name: 'Ants' },
      standing: { period: 'Black', misses: 1, allowed: 1 },
      checks: [
        {
          checkId,
          startedAt: startOfTest,
          outcome: 'miss',
          at: '2026-01-19T03:05:00.000Z',
          by: 'Lena',
          present: ['Ann Lee', 'Bo Chen'],
          required: 2,
          corrections: [
            { outcome: 'miss', at: server.now().toISOString(), reason: 'says that Ann was away' },
          ],
          disputableUntil: '2026-01-22T03:16:00.000Z',
        },
      ],
    })
    const [asked, elses, unknown] = await Promise.all(
      ['tB', 'tC', 'tZ'].map((id) => get(`/api/tents/${id}/record`, ann)),
    )
    expect([asked?.status, elses?.status, unknown?.status]).toEqual([403, 403, 404])
    expect((await get('/api/tents/tA/record', await server.signIn('guest'))).status).toBe(403)
    expect((await server.ask('/api/tents/tA/record')).status).toBe(401)
    expect((await get('/api/tents/tZ/record')).status).toBe(404)
    expect((await record('tA', boss)).checks).toMatchObject([{ by: person.lena }])
  })

  it('stays with a tent that is renamed, or known by another id', async () => {
    const checkId = await eventfulCheck()
    const [ants, ...others] = roster
    const renamed = [{ ...ants, name: 'Termites' }, ...others] as typeof roster
    await server.db.transaction((tx) => importRoster(systemContext, tx, renamed, { results: true }))
    const newIds = new Map([['tA', 'recA']])
    await server.db.transaction((tx) => updateIds(tx, newIds, server.now()))
    later(60)
    const next = await start(['recA'])
    await end()
    const ann = await server.signIn('al1')
    for (const id of ['tA', 'recA']) {
      expect(await record(id, ann)).toMatchObject({
        tent: { id: 'recA', order: 'A', name: 'Termites' },
        checks: [{ checkId: next }, { checkId, outcome: 'make' }],
      })
    }
    expect((await whole(checkId)).tents[0]).toMatchObject({ id: 'recA', name: 'Termites' })
    const correction = { tentId: 'recA', outcome: 'none', reason: 'Away', correctionId: idOf(5) }
    expect(await post(`/api/checks/${checkId}/corrections`, correction, boss)).toMatchObject({
      tent: { id: 'recA', name: 'Termites', outcome: 'none' },
    })
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

  it('is summed up by type of tent, each for itself', async () => {
    const close = () =>
      post('/api/admin/close-season', { confirm: 'CLOSE', rulesAYearLater: true }, boss)
    await eventfulCheck()
    later(1)
    await close()
    const first = server.now().toISOString()
    const types = roster.map((row, place) => ({ ...row, type: place === 0 ? 'Black' : 'Blue' }))
    await server.db.transaction((tx) => importRoster(systemContext, tx, types, { results: true }))
    later(1)
    await start()
    await miss('tA')
    await make('tB', 'Cy Diaz')
    await end()
    expect((await as().call('closedSeasons')).seasons).toHaveLength(1)
    later(1)
    await close()
    expect((await as().call('closedSeasons')).seasons).toEqual([
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
      // A tent is of the type that it had last.
      {
        name: '2026',
        closedAt: first,
        tents: 3,
        checks: 1,
        byType: [{ type: 'Black', makes: 1, misses: 0 }],
      },
    ])
  })
})
