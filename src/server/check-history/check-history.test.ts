// On each engine: the history is read by raw SQL.

import { describe, expect, it } from 'vitest'
import {
  addLedger,
  boss,
  client,
  eachHistory,
  end,
  eventfulCheck,
  get,
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
import type { ListedCheck } from '../../shared/check-history/contract.ts'
import type { Queries } from '../db/database.ts'
import { updateIds } from '../tents/store.ts'
import { readTentRecord } from './reads.ts'
import { findTentEver } from './store.ts'

eachHistory()

/** The same queries; between the first that is answered and the second this happens. */
function betweenReads(queries: Queries, meanwhile: () => Promise<void>): Queries {
  let asked = 0
  const next = () => {
    asked += 1
    return asked === 2 ? meanwhile() : Promise.resolve()
  }
  const watched = <T extends object>(query: T): T =>
    new Proxy(query, {
      get(target, name) {
        const part = Reflect.get(target, name)
        if (typeof part !== 'function') return part
        if (name === 'then') {
          return (...given: unknown[]) => next().then(() => Reflect.apply(part, target, given))
        }
        return (...given: unknown[]) => watched(Reflect.apply(part, target, given))
      },
    })
  return watched(queries)
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

  it('are in the season’s zone', async () => {
    await start()
    await end()
    const { now: _, ...rules } = await client().call('getSeason')
    await client(boss).call('saveSeason', { ...rules, timeZone: 'America/Los_Angeles' })
    const { byHour } = await statistics()
    expect([byHour[19], byHour[22]]).toEqual([1, 0])
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
    expect(await within('1000-01-01T00:00:00Z', '9999-12-31T23:59:59Z')).toBe(1)
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
    expect((await get('/api/checks/statistics?to=tomorrow')).body).toEqual({
      error: 'to must be a time in UTC, like 2026-01-19T08:16:00Z.',
      code: 'timeInvalid',
    })
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
          marked: 'miss',
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
          marked: 'make',
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

  it('shows no check that ends while it is read without its last marks', async () => {
    await start(['tA'])
    const read = await server.db.read(async (reader) => {
      const tent = await findTentEver(reader, 'tA')
      if (tent === null) throw new Error('No tent')
      const queries = betweenReads(reader.queries, async () => {
        await miss('tA')
        await end()
      })
      const as = { isMonitor: true, netID: 'mo', notDisputable: false }
      return readTentRecord({ queries }, tent, as, server.now())
    })
    expect(read.checks).toEqual([])
    expect((await record('tA')).checks).toMatchObject([{ outcome: 'miss' }])
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
    await importTents()
    expect(await misses()).toEqual({ roster: 0, least: 0, most: 0, standing: 0 })
    server.goTo('2026-01-20T12:00:00Z')
    expect(await misses()).toEqual({ roster: 0, least: 0, most: 0, standing: 0 })
  })

  it('counts Misses of the current period by the rules as they are now', async () => {
    await start()
    await miss('tA')
    await end()
    const { now: _, ...rules } = await client().call('getSeason')
    expect((await record('tA')).standing).toEqual({ period: 'Black', misses: 1, allowed: 1 })
    const [black, ...later] = rules.periods
    // As if Black had begun only after that check.
    const early = { ...black, name: 'Early' }
    const periods = [
      early,
      { ...black, from: '2026-01-18T22:30' },
      ...later,
    ] as typeof rules.periods
    await client(boss).call('saveSeason', { ...rules, periods, missesAllowed: 3 })
    server.goTo('2026-01-19T04:00:00Z')
    expect((await record('tA')).standing).toEqual({ period: 'Black', misses: 0, allowed: 3 })
  })

  it('tells until when a Miss may be disputed, by the rules that its check began under', async () => {
    const ann = await server.signIn('al1', { firstName: 'Ann' })
    const season = await client().call('getSeason')
    await start()
    await miss('tA')
    const { now: _, ...rules } = season
    await client(boss).call('saveSeason', { ...rules, disputeHours: 1 })
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

  it('says so to whoever reads it by a name alone, and may not dispute', async () => {
    const [ants, ...others] = roster
    await importTents([{ ...ants, members: 'Ann Lee, Lee (ef5)' }, ...others] as typeof roster)
    const checkId = await start()
    await miss('tA')
    await end()
    const ef = await server.signIn('ef5')
    const [check] = (await record('tA', ef)).checks
    expect(check).toMatchObject({
      ...{ checkId, outcome: 'miss' },
      ...{ disputableUntil: null, notDisputable: true },
    })
    const dispute = { checkId, text: 'All of us were there.' }
    expect(await server.ask('/api/disputes', { token: ef, body: dispute })).toMatchObject({
      status: 403,
      body: { code: 'noTentOfYours' },
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
          marked: 'make',
          at: '2026-01-19T03:05:00.000Z',
          by: 'Lena',
          present: ['Ann Lee', 'Bo Chen'],
          required: 2,
          corrections: [
            { outcome: 'miss', at: server.now().toISOString(), reason: 'says that Ann was away' },
          ],
          isCorrected: true,
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
    await importTents(renamed)
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
