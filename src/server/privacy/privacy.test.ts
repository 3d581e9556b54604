import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startAirtable } from '../../../stand-ins/airtable.ts'
import { fillAirtable } from '../../../stand-ins/roster.ts'
import { password, startApp } from '../../../tests/support/app.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { type ServerAt, startServerAt } from '../../../tests/support/server-at.ts'
import { params, startShiftTent } from '../../../tests/support/shift-tent.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { rulesAYearLater } from '../../shared/season/rules.ts'
import { systemContext } from '../context.ts'
import { findState, updateState } from '../roster-sync/state.ts'
import { insertShifts } from '../shifts/store.ts'
import { importRoster } from '../tents/roster-import.ts'

const roster = [
  rosterRow({
    id: 'tA',
    order: 'A',
    name: 'Ants',
    captain: 'el5',
    captainName: 'Ed Lee',
    members: 'Ed Lee, Flo Gray',
    netIDs: 'el5, fg22',
    numberOfMisses: 1,
    lastMissLM: 'Lena',
    lastCheck: 'Flo Gray',
  }),
  rosterRow({ id: 'tB', order: 'B', name: 'Bees', members: 'Cy Diaz', netIDs: 'cz7' }),
]

let server: ServerAt
let boss: string
let lead: string
beforeEach(async () => {
  server = await startServerAt('2026-01-19T03:04:00Z')
  await server.db.transaction((tx) => importRoster(systemContext, tx, roster, { results: true }))
  boss = await server.signIn('boss', { isSuperUser: true, firstName: 'Harper' })
  lead = await server.signIn('lead', { isLineMonitor: true, firstName: 'Lena' })
})
afterEach(() => server.close())

const post = (path: string, body?: object, token = boss) =>
  server.ask(path, { method: 'POST', token, body })
const mark = (body: object) => post('/api/tent-checks/update', body, lead)
const rows = (query: SQL) =>
  server.db.read(async ({ queries }) => (await queries.execute(query)).rows)
const ledger = () => rows(sql`select * from check_events order by check_id, number`)

/** A check of both tents, with a name excluded: a Make of A, a Miss of B. Gives its id. */
async function check(): Promise<string> {
  const checkId = await startCheck(server.withToken(lead), ['tA', 'tB'])
  const socket = server.connect(lead)
  await socket.timeout(5000).emitWithAck('excludedNamesUpdated', ['Cy Diaz'], { base: [] })
  const [tent] = await server.withToken(lead).call('listTents')
  const present = tent?.people?.map(({ id }) => id)
  expect((await mark({ id: 'tA', lastCheck: 'Ed Lee, Flo Gray', present })).status).toBe(200)
  expect((await mark({ id: 'tB', misses: 1, note: 'Cy Diaz is ill' })).status).toBe(200)
  return checkId
}

describe('everything kept about a netID', () => {
  const exportOf = (netID: string) => server.withToken(boss).call('exportPerson', { netID })

  it('has every session that is kept, also one that is over', async () => {
    server.goTo('2026-02-03T03:04:00Z')
    const again = await server.ask('/api/profile/login', { body: { netID: 'boss', password } })
    boss = String(again.body['token'])
    const { sessions } = await exportOf('lead')
    expect(sessions).toMatchObject([{ expiresAt: '2026-02-02T03:04:00.000Z' }])
  })

  it('is a person’s account, sessions, marks and what the audit says of them', async () => {
    await check()
    const role = { netID: 'lead', field: 'isSuperUser', value: true }
    await post('/api/admin/update-role', role)
    const kept = await exportOf(' LEAD ')
    expect(kept).toMatchObject({
      netID: 'lead',
      exportedAt: '2026-01-19T03:04:00.000Z',
      account: { netID: 'lead', firstName: 'Lena', isSuperUser: true },
      sessions: [{ device: '', lastUsedAt: '2026-01-19T03:04:00.000Z' }],
      tents: [],
      audit: [{ kind: 'roleChanged', netID: 'boss', about: 'lead' }],
      uploads: [],
    })
    expect(kept.checkEvents.map(({ kind, tentId, outcome }) => [kind, tentId, outcome])).toEqual([
      ['started', null, null],
      ['excluded', null, null],
      ['marked', 'tA', 'make'],
      ['marked', 'tB', 'miss'],
    ])
    expect(JSON.stringify(kept)).not.toMatch(/argon2|tokenHash|Flo|Diaz/)
  })

  it('has the links that they made for others, without the others’ addresses', async () => {
    await post('/api/admin/reset-link', { netID: 'lead' })
    const expiresAt = '2026-01-19T04:04:00.000Z'
    expect((await exportOf('boss')).links).toEqual([
      { purpose: 'resetPassword', email: null, expiresAt },
    ])
  })

  it('is a tenter’s tent without other people’s netIDs, also where there is no account', async () => {
    const kept = await exportOf('fg22')
    expect(kept.account).toBe(null)
    expect(kept.tents).toMatchObject([
      { id: 'tA', members: 'Ed Lee, Flo Gray', netIDs: 'fg22', isOnRoster: true },
    ])
    expect(JSON.stringify(kept)).not.toContain('el5')
    expect((await exportOf('cz7')).tents).toMatchObject([{ id: 'tB' }])
  })

  it('shows no netID of others, wherever it stands, nor does the list of tents', async () => {
    const csv = [
      'id,Order,Name,Captain,Captain Name,Members,netIDs',
      'tA,A,Ants,el5,Ed Lee (el5),"Ed Lee (el5), Flo Gray / fg22, Cy Diaz (cz7)",',
      'tB,B,Bees,,,,"el5, fg22, cz7"',
    ].join('\n')
    expect((await post('/api/roster/import', { csv })).status).toBe(200)
    const members = 'Ed Lee, Flo Gray / fg22, Cy Diaz'
    const own = { captain: '', captainName: 'Ed Lee', members, netIDs: '' }
    const token = await server.signIn('fg22')
    const tents = await server.withToken(token).call('listTents')
    expect(tents[0]).toMatchObject(own)
    expect(JSON.stringify(tents)).not.toMatch(/el5|cz7/)
    const kept = await exportOf('fg22')
    expect(kept.tents[0]).toMatchObject(own)
    expect(JSON.stringify(kept)).not.toMatch(/el5|cz7/)
  })

  it('is the tent of a captain, too, whom its captain column alone names', async () => {
    const csv = 'id,Order,Name,Captain,Members,netIDs\ntA,A,Ants,el5,"Ed Lee, Flo Gray",fg22\n'
    await post('/api/roster/import', { csv })
    const own = { id: 'tA', captain: 'el5', netIDs: '' }
    expect((await exportOf('el5')).tents).toMatchObject([own])
  })

  it('has the swaps that they take part in, and what others did about them in a planning', async () => {
    const { server, people, threeFree, setClock } = await startShiftTent()
    try {
      const [ann = '', bo = '', cy = ''] = await threeFree()
      const from = new Date('2026-01-30T12:00Z')
      const until = new Date('2026-01-30T16:00Z')
      const shift = { from, until, arrivedAt: null }
      const [given, asked] = [randomUUID(), randomUUID()]
      await server.db.transaction((tx) =>
        insertShifts(tx, 'tA', [
          { id: given, memberId: ann, ...shift },
          { id: asked, memberId: bo, ...shift, from: until, until: new Date('2026-01-30T20:00Z') },
        ]),
      )
      await people.ann.call('offerSwap', { kind: 'give', shiftId: given, to: bo }, { params })
      setClock('2026-01-29T15:01:00Z')
      await people.ann.call('offerSwap', { kind: 'ask', shiftId: asked }, { params })
      await people.ann.call('nameDeputy', { value: true }, { params: { ...params, memberId: bo } })
      const exportOf = (netID: string) => people.boss.call('exportPerson', { netID })
      const { shifts } = await exportOf('bc2')
      const swap = { as: 'asked', forShiftId: null }
      const [first, then] = ['2026-01-29T15:00:00.000Z', '2026-01-29T15:01:00.000Z']
      expect(shifts.swaps).toEqual([
        { ...swap, kind: 'give', shiftId: given, at: first },
        { ...swap, kind: 'ask', shiftId: asked, at: then },
      ])
      expect(shifts.acts).toContainEqual({ at: then, what: 'deputyNamed', isOwn: false })
      expect((await exportOf('al1')).shifts.swaps).toMatchObject([
        { as: 'offering' },
        { as: 'offering' },
      ])
      expect((await exportOf('cd3')).shifts.swaps).toEqual([])
      // Whole: an id by chance may hold such letters.
      expect(JSON.stringify(shifts)).not.toMatch(new RegExp(`${ann}|${cy}|\\b(al1|cd3)\\b`))
    } finally {
      await server.close()
    }
  })

  it('is found by whole tokens only, and is 404 where there is nothing', async () => {
    for (const netID of ['fg2', 'g22', 'nobody', '', ' ']) {
      const answer = await post('/api/admin/export-person', { netID })
      expect(answer).toMatchObject({ status: 404, body: { code: 'nothingKept' } })
    }
  })

  it('is itself written into the audit', async () => {
    await exportOf('fg22')
    expect((await exportOf('fg22')).audit).toMatchObject([
      { kind: 'dataExported', netID: 'boss', about: 'fg22' },
    ])
  })
})

describe('closing a season', () => {
  const close = (confirm = 'CLOSE') => post('/api/admin/close-season', { confirm })

  it('leaves no member anywhere, and every result', async () => {
    const checkId = await check()
    await post('/api/end-check', {})
    const before = await ledger()
    expect(JSON.stringify(before)).toMatch(/Ed Lee.*Cy Diaz|Cy Diaz.*Ed Lee/)
    const tent = { tentId: 'tA', order: 'A', name: 'Ants', columns: [], results: [] }
    await server.db.transaction((tx) => updateState(tx, { differences: [tent] }, new Date()))
    expect(await close()).toMatchObject({ status: 200, body: { ok: true, tents: 2 } })

    expect((await server.ask('/api/tent-checks', { token: boss })).body).toEqual([])
    const after = await ledger()
    const bare = (events: Record<string, unknown>[]) => events.map(({ data: _, ...rest }) => rest)
    expect(bare(after)).toEqual(bare(before))
    expect(after.map(({ data }) => data)).toEqual(
      before.map(({ data }) => {
        const { lastCheck, was, present, presentIds, note, ...rest } = data as Record<
          string,
          unknown
        >
        const tents = rest['tents'] as { members: string }[] | undefined
        return {
          ...rest,
          ...('names' in rest ? { names: [] } : {}),
          ...(tents
            ? { seasonClosed: true, tents: tents.map(({ members: _, ...tent }) => tent) }
            : {}),
        }
      }),
    )
    const tents = await rows(sql`select * from tents order by id`)
    expect(tents).toMatchObject([
      { id: 'tA', name: 'Ants', number_of_misses: 0 },
      { id: 'tB', name: 'Bees', number_of_misses: 0 },
    ])
    expect(JSON.stringify([tents, after])).not.toMatch(/Ed Lee|Flo|Cy Diaz|el5|fg22|cz7/)
    expect(JSON.stringify(before)).toMatch(/presentIds.*Cy Diaz is ill|Cy Diaz is ill.*presentIds/)
    expect(await rows(sql`select * from members`)).toEqual([])
    expect(await rows(sql`select * from outbox`)).toEqual([])
    expect(await server.db.read(findState)).toMatchObject({ differences: [] })
    const audit = await server.withToken(boss).call('audit')
    expect(audit).toMatchObject([{ kind: 'seasonClosed', netID: 'boss', tents: 2 }])
    // Their types are kept with it for the history, and not shown.
    expect(audit[0]).not.toHaveProperty('types')

    // A phone that was away all the time brings no name back.
    const late = await mark({ id: 'tA', lastCheck: 'Flo Gray', checkId })
    expect(late).toMatchObject({ status: 409, body: { code: 'otherCheck' } })
    expect(JSON.stringify(await ledger())).not.toContain('Flo')
  })

  it.each([
    ['order and name', ''],
    ['id', 'tA'],
  ])('leaves a tent of the next season nothing by its %s', async (_, id) => {
    await check()
    await post('/api/end-check', {})
    // This one left within the season.
    await post('/api/roster/import', { csv: 'id,Order,Name\ntB,B,Bees\n' })
    await close()
    const csv = `id,Order,Name,Members\n${id},A,Ants,Gus Hart\n,B,Bees,Ida Jones\n`
    expect((await post('/api/roster/import', { csv })).body).toMatchObject({ added: 2 })
    const nothing = { numberOfMisses: 0, lastMissLM: '', dateOfLastMiss: '', dateOfLastCheck: '' }
    expect((await server.ask('/api/tent-checks', { token: boss })).body).toMatchObject([
      { name: 'Ants', members: 'Gus Hart', ...nothing },
      { name: 'Bees', members: 'Ida Jones', ...nothing },
    ])
  })

  it('saves the rules a year later where that is wished, and not else', async () => {
    const rules = () => server.as('visitor').call('getSeason')
    const before = await rules()
    await close()
    expect(await rules()).toMatchObject({ version: before.version, name: before.name })
    await post('/api/admin/close-season', { confirm: 'CLOSE', rulesAYearLater: true })
    const { now: _, ...after } = await rules()
    const { now: __, ...expected } = before
    expect(after).toEqual({ ...rulesAYearLater(expected), version: before.version + 1 })
  })

  it('is refused whole where other rules were saved since those that were seen', async () => {
    const { version } = await server.as('visitor').call('getSeason')
    const body = { confirm: 'CLOSE', rulesAYearLater: true, rulesVersion: version }
    const closeSeen = () => post('/api/admin/close-season', body)
    expect((await closeSeen()).status).toBe(200)
    await post('/api/roster/import', { csv: 'Order,Name\nA,Ants\n' })
    expect(await closeSeen()).toMatchObject({ status: 409, body: { code: 'seasonChanged' } })
    expect((await server.ask('/api/tent-checks', { token: boss })).body).toHaveLength(1)
    expect(await server.as('visitor').call('getSeason')).toMatchObject({ version: version + 1 })
  })

  it('gives pages their first texts again where that is wished, and keeps their versions', async () => {
    const { call } = server.withToken(boss)
    const faq = { params: { page: 'faq' } } as const
    const first = await call('getPageSource', undefined, faq)
    await call('savePage', { number: 0, markdown: '# Ours' }, faq)
    await close()
    expect(await call('getPageSource', undefined, faq)).toMatchObject({ markdown: '# Ours' })
    await post('/api/admin/close-season', { confirm: 'CLOSE', firstTexts: true })
    const after = await call('getPageSource', undefined, faq)
    expect(after).toMatchObject({ number: 2, markdown: first.markdown })
    expect(after.versions.map(({ number }) => number)).toEqual([2, 1])
    // What nobody wrote has no version.
    const contacts = await call('getPageSource', undefined, { params: { page: 'contacts' } })
    expect(contacts.versions).toEqual([])
  })

  it('is refused without the word, during a check, and to anyone else, and changes nothing', async () => {
    expect((await close('close')).status).toBe(400)
    await check()
    expect(await close()).toMatchObject({ status: 409, body: { code: 'seasonInCheck' } })
    expect((await post('/api/admin/close-season', { confirm: 'CLOSE' }, lead)).status).toBe(403)
    expect((await server.ask('/api/tent-checks', { token: boss })).body).toHaveLength(2)
    expect(JSON.stringify(await ledger())).toContain('Ed Lee')
  })

  it('at the moment a check starts, is either refused or leaves nothing to check', async () => {
    const start = { tents: [{ id: 'tA' }], numCheckers: 1 }
    const [closed, started] = await Promise.all([close(), post('/api/start-check', start, lead)])
    const { isCheckInProgress } = (await server.ask('/api/check-status')).body
    expect([closed.status, started.status, isCheckInProgress]).toEqual(
      closed.status === 200 ? [200, 400, false] : [409, 200, true],
    )
  })

  it('lets nothing of the ledger change but the names', async () => {
    await check()
    const closing = sql`select set_config('tent_city.closing_season', 'on', true)`
    for (const tampering of [
      sql`update check_events set outcome = 'make'`,
      sql`update check_events set data = '{}'`,
      sql`update check_events set number = number + 100`,
      sql`delete from check_events`,
    ]) {
      const attempt = server.db.transaction(async ({ queries }) => {
        await queries.execute(closing)
        await queries.execute(tampering)
      })
      await expect(attempt).rejects.toThrow()
    }
    const without = sql`update check_events set data = without_member_names(data)`
    await expect(server.db.transaction(({ queries }) => queries.execute(without))).rejects.toThrow()
  })
})

describe('a season from Airtable', () => {
  it('is closed only once Airtable is disconnected, and stays closed', async () => {
    const airtable = await startAirtable()
    const city = await startApp({ AIRTABLE_API_URL: airtable.url })
    try {
      const token = await city.signIn('boss', { isSuperUser: true })
      const ask = (path: string, body?: object, method = 'POST') =>
        city.ask(path, { method, token, body })
      fillAirtable(airtable, roster)
      const { baseId, tableId, apiKey } = airtable.table
      await ask(
        '/api/airtable-config',
        { airtableBaseId: baseId, airtableTableId: tableId, airtableApiKey: apiKey },
        'PUT',
      )
      await ask('/api/roster/pull', {})
      const close = () => ask('/api/admin/close-season', { confirm: 'CLOSE' })
      expect(await close()).toMatchObject({ status: 409, body: { code: 'seasonInAirtable' } })

      const forgotten = {
        hasApiKey: false,
        maskedApiKey: '',
        airtableBaseId: '',
        airtableTableId: '',
      }
      for (let times = 0; times < 2; times += 1) {
        expect((await ask('/api/airtable-config/disconnect')).body).toEqual(forgotten)
      }
      expect((await ask('/api/airtable-config', undefined, 'GET')).body).toEqual(forgotten)
      expect((await ask('/api/roster/sync', undefined, 'GET')).body).toMatchObject({
        source: 'file',
        pulledAt: null,
      })
      expect((await close()).status).toBe(200)
      expect(await ask('/api/roster/pull', {})).toMatchObject({
        status: 409,
        body: { code: 'airtableNotConfigured' },
      })
      const audit = await city.withToken(token).call('audit')
      expect(audit.map(({ kind }) => kind)).toEqual([
        'seasonClosed',
        'airtableDisconnected',
        'rosterPulled',
        'airtableSettingsSaved',
      ])
    } finally {
      await city.close()
      await airtable.close()
    }
  })
})
