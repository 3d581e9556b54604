import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { backupOf, restoreInto } from '../../../tests/support/backup.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { type ServerAt, startServerAt } from '../../../tests/support/server-at.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'
import { systemContext } from '../context.ts'
import { importRoster } from '../tents/roster-import.ts'
import { findRules, findRulesThen } from './store.ts'

let server: ServerAt
let boss: string
let lead: string
beforeEach(async () => {
  // A Monday morning in Black, by night.
  server = await startServerAt('2026-01-19T08:16:00Z')
  boss = await server.signIn('boss', { isSuperUser: true, firstName: 'Harper' })
  lead = await server.signIn('lead', { isLineMonitor: true })
})
afterEach(() => server.close())

const minutesLater = (minutes: number) => {
  server.pass(minutes * 60_000)
}
const season = (at: TestApp = server) => at.as('visitor').call('getSeason')
const save = (rules: unknown, at: TestApp = server) =>
  at.ask('/api/season', { method: 'PUT', token: boss, body: rules })
const versions = async () => (await server.ask('/api/season/versions', { token: lead })).body
const audit = () => server.withToken(boss).call('audit')
const post = (path: string, body?: object, token = boss) =>
  server.ask(path, { method: 'POST', token, body })

describe('the rules of the season', () => {
  it('are those of 2026 before anyone saved, for everyone', async () => {
    const now = {
      at: '2026-01-19T08:16:00.000Z',
      period: 'Black',
      clock: 'night',
      required: 10,
      grace: null,
    }
    expect(await season()).toEqual({ ...defaultRules, now })
    expect(await versions()).toEqual({ versions: [] })
    const zero = await server.ask('/api/season/versions/0', { token: lead })
    expect(zero).toMatchObject({ status: 200, body: defaultRules })
  })

  it('are told with the moment at which they are asked for', async () => {
    const now = async () => {
      const { period, clock, required } = (await season()).now
      return [period, clock, required]
    }
    expect(await now()).toEqual(['Black', 'night', 10])
    server.goTo('2026-01-28T11:59:59.999Z')
    expect(await now()).toEqual(['Black', 'night', 10])
    server.goTo('2026-01-28T12:00:00Z')
    expect(await now()).toEqual(['Blue', 'day', 1])
    server.goTo('2026-02-28T12:00:00Z')
    expect(await now()).toEqual([null, 'day', null])
  })

  it('are saved as the next version, and every version is kept', async () => {
    const first = { ...defaultRules, name: '2025-26', graceMinutes: 90, unknown: 'field' }
    const saved = await save(first)
    const { unknown: _, ...rules } = first
    expect(saved.status).toBe(200)
    expect(saved.body).toEqual({ ...rules, version: 1, now: (await season()).now })
    expect(await server.db.read(findRules)).toEqual({ ...rules, version: 1 })
    minutesLater(5)
    const { now: __, ...current } = await season()
    expect((await save({ ...current, inSeason: false })).body).toMatchObject({
      version: 2,
      inSeason: false,
      graceMinutes: 90,
    })
    const by = { netID: 'boss', name: 'Harper Test' }
    expect(await versions()).toEqual({
      versions: [
        { version: 2, savedAt: '2026-01-19T08:21:00.000Z', by },
        { version: 1, savedAt: '2026-01-19T08:16:00.000Z', by },
      ],
    })
    const of = async (version: number) =>
      (await server.ask(`/api/season/versions/${version}`, { token: lead })).body
    expect(await of(1)).toEqual({ ...rules, version: 1 })
    expect(await of(2)).toEqual({ ...rules, version: 2, inSeason: false })
    expect(await of(0)).toEqual(defaultRules)
    for (const unknown of ['3', '-1', '2147483648', '999999999999999', 'x', '1.5']) {
      const answer = await server.ask(`/api/season/versions/${unknown}`, { token: lead })
      expect(answer.status).toBe(404)
    }
    expect(await audit()).toMatchObject([
      { kind: 'seasonSaved', netID: 'boss', version: 2, name: '2025-26' },
      { kind: 'seasonSaved', netID: 'boss', version: 1 },
    ])
  })

  it('of a check that names none are the first', async () => {
    await save({ ...defaultRules, disputeHours: 1 })
    const then = (version?: number) => server.db.read((reader) => findRulesThen(reader, version))
    expect(await then()).toEqual(defaultRules)
    expect(await then(1)).toMatchObject({ disputeHours: 1 })
  })

  it('leave the rosters’ list whole when it is off season', async () => {
    await server.db.transaction((tx) =>
      importRoster(systemContext, tx, [rosterRow({ order: 'A', name: 'Ants' })], { results: true }),
    )
    await save({ ...defaultRules, inSeason: false })
    expect((await server.ask('/api/tent-checks')).body).toHaveLength(1)
  })

  it('are refused with the field’s name, and nothing is saved', async () => {
    const [black] = defaultRules.periods
    const { calls: _, ...withoutCalls } = defaultRules
    const wrong: [field: string, rules: unknown][] = [
      ['graceMinutes', { ...defaultRules, graceMinutes: 721 }],
      ['graceMinutes', { ...defaultRules, graceMinutes: '60' }],
      ['calls', withoutCalls],
      ['timeZone', { ...defaultRules, timeZone: 'Durham' }],
      ['periods', { ...defaultRules, periods: [black, { ...black, from: '2026-01-30T07:00' }] }],
      ['from', { ...defaultRules, periods: [{ ...black, from: 7 }] }],
      ['night', { ...defaultRules, periods: [{ ...black, night: 101 }] }],
      ['ends', { ...defaultRules, ends: '2026-01-01T00:00' }],
      ['nights', { ...defaultRules, nights: [{ days: [1], from: '07:00', to: '07:00' }] }],
      ['inSeason', { ...defaultRules, inSeason: null }],
      ['version', { ...defaultRules, version: 'x' }],
      ['name', { ...defaultRules, name: 'a\0b' }],
      ['timeZone', { ...defaultRules, timeZone: 'America\ud800' }],
      ['from', { ...defaultRules, nights: [{ days: [1], from: '01:00\0', to: '07:00' }] }],
    ]
    for (const [field, rules] of wrong) {
      const { status, body } = await save(rules)
      expect([status, body.code]).toEqual([400, 'seasonInvalid'])
      expect(body.error).toContain(field)
    }
    expect((await season()).version).toBe(0)
    expect(await versions()).toEqual({ versions: [] })
  })

  it('made from a version that is not the newest are refused', async () => {
    await save(defaultRules)
    for (const version of [0, 2, -1, 1e300]) {
      expect(await save({ ...defaultRules, version })).toMatchObject({
        status: 409,
        body: { code: 'seasonChanged' },
      })
    }
    expect((await season()).version).toBe(1)
  })

  it('saved by many at the same moment, through two servers, are saved by one', async () => {
    const other = await server.another()
    try {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, place) =>
          save({ ...defaultRules, name: `By ${place}` }, place % 2 === 0 ? server : other),
        ),
      )
      const taken = answers.filter(({ status }) => status === 200)
      expect(taken).toHaveLength(1)
      for (const { status, body } of answers) {
        if (status !== 200) expect([status, body.code]).toEqual([409, 'seasonChanged'])
      }
      expect((await versions())['versions']).toHaveLength(1)
      const name = taken[0]?.body['name']
      expect((await season()).name).toBe(name)
      // The other server gets no notification of it: a second later, at the latest, it asks anew.
      minutesLater(1)
      expect((await season(other)).name).toBe(name)
      expect(await audit()).toHaveLength(1)
    } finally {
      await other.app.close()
    }
  })

  it('are saved by nobody whose role was taken a moment ago', async () => {
    const role = { netID: 'boss', field: 'isSuperUser', value: false }
    const other = await server.signIn('other', { isSuperUser: true })
    const [taken, saved] = await Promise.all([
      post('/api/admin/update-role', role, other),
      save(defaultRules),
    ])
    expect(taken.status).toBe(200)
    const { version } = await season()
    expect([saved.status, version]).toEqual(saved.status === 200 ? [200, 1] : [403, 0])
    expect((await save({ ...defaultRules, version })).status).toBe(403)
  })

  it('are never changed: the database itself refuses', async () => {
    await save(defaultRules)
    for (const tampering of [
      sql`delete from season_versions`,
      sql`update season_versions set version = 2`,
      sql`truncate season_versions`,
    ]) {
      const attempt = server.db.transaction(({ queries }) => queries.execute(tampering))
      await expect(attempt).rejects.toThrow()
    }
    expect((await season()).version).toBe(1)
  })

  it('come back from a backup, and so does grace', async () => {
    await save(defaultRules)
    await post('/api/grace', { until: '2026-01-19T09:00:00Z', reason: 'Storm' })
    const file = await backupOf(server.db)
    const empty = await startApp({}, server.now)
    try {
      await restoreInto(empty.db, file)
      expect(await season(empty)).toEqual(await season())
      expect((await season(empty)).now.grace).toMatchObject({ reason: 'Storm' })
    } finally {
      await empty.close()
    }
  })
})

describe('declared grace', () => {
  const graces = async () => (await server.ask('/api/grace')).body
  const end = (id: string) => server.ask(`/api/grace/${id}`, { method: 'DELETE', token: boss })

  it('holds from now until its end, and is in the public answer without who declared it', async () => {
    const declared = await post('/api/grace', { until: '2026-01-19T09:00:00Z', reason: ' Storm ' })
    const id = String(declared.body['id'])
    expect(declared).toMatchObject({ status: 200, body: { ok: true } })
    const grace = {
      from: '2026-01-19T08:16:00.000Z',
      until: '2026-01-19T09:00:00.000Z',
      reason: 'Storm',
    }
    expect((await season()).now.grace).toEqual(grace)
    expect(await graces()).toEqual({ graces: [{ id, ...grace }] })
    server.goTo('2026-01-19T09:00:00Z')
    expect((await season()).now.grace).toBe(null)
    expect(await graces()).toEqual({ graces: [] })
    // It is over: ending it changes nothing and says nothing.
    expect((await end(id)).status).toBe(200)
    expect(await audit()).toMatchObject([{ kind: 'graceDeclared', netID: 'boss', ...grace }])
  })

  it('is ended now, once, and kept in the audit', async () => {
    const body = { until: '2026-01-19T09:00:00Z', reason: 'Storm' }
    const id = String((await post('/api/grace', body)).body['id'])
    minutesLater(10)
    const answers = await Promise.all([end(id), end(id.toUpperCase()), end(id)])
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    }
    expect((await season()).now.grace).toBe(null)
    expect(await graces()).toEqual({ graces: [] })
    const kinds = (await audit()).map((event) => Reflect.get(event, 'kind'))
    expect(kinds).toEqual(['graceEnded', 'graceDeclared'])
    const { body: kept } = await post('/api/admin/export-person', { netID: 'boss' })
    expect(kept).toMatchObject({
      graces: [
        {
          reason: 'Storm',
          declaredBy: 'boss',
          endedBy: 'boss',
          endedAt: server.now().toISOString(),
        },
      ],
    })
  })

  it('that has not begun never begins', async () => {
    const later = { from: '2026-01-20T01:00:00Z', until: '2026-01-20T05:00:00Z', reason: 'Game' }
    const id = String((await post('/api/grace', later)).body['id'])
    expect((await season()).now.grace).toBe(null)
    expect((await graces())['graces']).toHaveLength(1)
    await end(id)
    server.goTo('2026-01-20T02:00:00Z')
    expect((await season()).now.grace).toBe(null)
  })

  it('that is not known is 404', async () => {
    for (const id of ['nothing', '00000000-0000-4000-8000-000000000000', '%00', 'x'.repeat(99)]) {
      expect((await end(id)).status).toBe(404)
    }
  })

  it('is refused for what is not valid, with the name of its field', async () => {
    for (const [field, body] of [
      ['until', { until: '2026-01-19T08:16:00Z', reason: 'Storm' }],
      ['until', { until: 'tomorrow', reason: 'Storm' }],
      ['until', { until: '2026-02-30T08:00:00Z', reason: 'Storm' }],
      ['until', { until: '2026-01-20T08:00:00', reason: 'Storm' }],
      ['until', { until: '2026-01-20T08:00:00-05:00', reason: 'Storm' }],
      ['until', { until: '2026-02-02T08:16:01Z', reason: 'Storm' }],
      ['until', { from: '2026-01-20T09:00:00Z', until: '2026-01-20T09:00:00Z', reason: 'Storm' }],
      ['from', { from: 'now', until: '2026-01-20T09:00:00Z', reason: 'Storm' }],
      ['reason', { until: '2026-01-20T09:00:00Z', reason: '  ' }],
      ['reason', { until: '2026-01-20T09:00:00Z', reason: 'x'.repeat(201) }],
      ['reason', { until: '2026-01-20T09:00:00Z' }],
      ['until', { until: 5, reason: 'Storm' }],
    ] as const) {
      const answer = await post('/api/grace', body)
      expect([body, answer.status, answer.body.code]).toEqual([body, 400, 'graceInvalid'])
      expect(answer.body.error).toContain(field)
    }
    expect(await graces()).toEqual({ graces: [] })
  })

  it.each(['2026-01-19T09:16Z', '2026-01-19T09:16:00.000000Z', '2026-01-19T09:16:00.000+00:00'])(
    'is until %s, as ISO 8601 writes a time in UTC, too',
    async (until) => {
      expect((await post('/api/grace', { until, reason: 'Storm' })).status).toBe(200)
      expect(await graces()).toMatchObject({ graces: [{ until: '2026-01-19T09:16:00.000Z' }] })
    },
  )

  it('of exactly 14 days is taken', async () => {
    const body = { until: '2026-02-02T08:16:00Z', reason: 'x'.repeat(200) }
    expect((await post('/api/grace', body)).status).toBe(200)
  })
})

describe('the grace after a check', () => {
  beforeEach(async () => {
    const rows = [rosterRow({ id: 'tA', order: 'A', name: 'Ants' })]
    await server.db.transaction((tx) => importRoster(systemContext, tx, rows, { results: true }))
  })
  async function check(close: 'end' | 'cancel'): Promise<string> {
    const checkId = await startCheck(server.withToken(lead), ['tA'])
    expect((await post(`/api/${close}-check`, {}, lead)).status).toBe(200)
    return checkId
  }
  const graceNow = async () => (await season()).now.grace

  it('begins as it ends and lasts as long as the rules say, and is no declared one', async () => {
    await check('end')
    const until = '2026-01-19T09:16:00.000Z'
    expect(await graceNow()).toEqual({
      from: server.now().toISOString(),
      until,
      reason: 'Tent check',
    })
    expect((await server.ask('/api/grace')).body).toEqual({ graces: [] })
    minutesLater(59)
    expect(await graceNow()).not.toBe(null)
    minutesLater(1)
    expect(await graceNow()).toBe(null)
  })

  it('lasts as the rules said when it began, whatever was saved meanwhile', async () => {
    await startCheck(server.withToken(lead), ['tA'])
    const { version } = await season()
    expect((await save({ ...defaultRules, version, graceMinutes: 10 })).status).toBe(200)
    await post('/api/end-check', {}, lead)
    expect(await graceNow()).toMatchObject({ until: '2026-01-19T09:16:00.000Z' })
    minutesLater(61)
    await check('end')
    expect(await graceNow()).toMatchObject({ until: '2026-01-19T09:27:00.000Z' })
  })

  it('is not given by one that was cancelled, nor taken by it', async () => {
    await check('cancel')
    expect(await graceNow()).toBe(null)
    minutesLater(1)
    await check('end')
    const given = await graceNow()
    minutesLater(1)
    await check('cancel')
    expect(await graceNow()).toEqual(given)
  })

  it('stays when a mark comes late', async () => {
    const checkId = await check('end')
    const late = await post('/api/tent-checks/update', { id: 'tA', misses: 1, checkId }, lead)
    expect(late.body.code).toBe('otherCheck')
    expect(await graceNow()).toMatchObject({ reason: 'Tent check' })
  })

  it('gives way to a declared one that ends later', async () => {
    await check('end')
    await post('/api/grace', { until: '2026-01-19T09:15:00Z', reason: 'Short' })
    expect(await graceNow()).toMatchObject({ reason: 'Tent check' })
    await post('/api/grace', { until: '2026-01-19T09:17:00Z', reason: 'Long' })
    expect(await graceNow()).toMatchObject({ reason: 'Long' })
  })
})

it('a closed season keeps its rules, and who saved them', async () => {
  await save(defaultRules)
  await post('/api/grace', { until: '2026-01-19T09:00:00Z', reason: 'Storm' })
  expect((await post('/api/admin/close-season', { confirm: 'CLOSE' })).status).toBe(200)
  expect((await versions())['versions']).toMatchObject([{ by: { netID: 'boss' } }])
  const { body } = await post('/api/admin/export-person', { netID: 'boss' })
  expect(body).toMatchObject({
    seasonVersions: [{ version: 1, savedAt: server.now().toISOString() }],
    graces: [{ reason: 'Storm', endedAt: null }],
  })
})
