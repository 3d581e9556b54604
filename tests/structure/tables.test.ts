// On each engine: the tables are compared with the catalogue.

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { getTableName, is, type SQL, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertIdentity, insertWaiting } from '../../src/server/campus/store.ts'
import { sha256, systemContext } from '../../src/server/context.ts'
import * as schema from '../../src/server/db/schema.ts'
import { type TableName, tableNames, tables } from '../../src/server/db/tables.ts'
import { insertNotices } from '../../src/server/mail/store.ts'
import { personalData, shownData } from '../../src/server/privacy/personal-data.ts'
import { insertPush, insertSubscription } from '../../src/server/push/store.ts'
import { updateState } from '../../src/server/roster-sync/state.ts'
import { insertShifts } from '../../src/server/shifts/store.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { backupOf } from '../support/backup.ts'
import { makePdf } from '../support/pdf.ts'
import { rosterRow } from '../support/roster-row.ts'
import { startCheck } from '../support/start-check.ts'
import { until } from '../support/until.ts'

/** Somebody who did everything that leaves a trace, and a member of whom only the tent knows. */
const netID = 'zq86'
const member = 'Xaver Quill'
const memberNetID = 'xq17'
const begun = Date.parse('2026-01-19T03:04:00Z')

let server: TestApp
let token: string

beforeAll(async () => {
  server = await startApp({}, () => new Date(begun))
  const tent = rosterRow({
    id: 'tA',
    order: 'A',
    name: 'Ants',
    members: `${member}, Zoe Quinn`,
    netIDs: `${memberNetID}, ${netID}`,
  })
  await server.db.transaction((tx) => importRoster(systemContext, tx, [tent], { results: true }))
  token = await server.signIn(netID, { isLineMonitor: true, isSuperUser: true })
  await ask('/api/profile/login', { netID, password: 'not the right one' })
  await ask('/api/admin/reset-link', { netID })
  await ask('/api/script-tokens', { name: 'Misses', days: 30 })
  await ask('/api/tent-link', { url: 'https://example.edu', active: true })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(makePdf({ pages: 1 }))]), 'a.pdf')
  const upload = { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } }
  expect((await fetch(`${server.url}/api/files/policy`, upload)).status).toBe(200)
  const { now: _, ...rules } = (await server.ask('/api/season')).body
  await server.ask('/api/season', { method: 'PUT', token, body: rules })
  await ask('/api/grace', { until: new Date(begun + 3_600_000).toISOString(), reason: 'Snow' })
  const page = { number: 0, markdown: 'Ask us.' }
  await server.ask('/api/pages/contacts', { method: 'PUT', token, body: page })
  const shownUntil = new Date(begun + 3_600_000).toISOString()
  const announcement = { markdown: `${member} won.`, until: shownUntil, audience: 'everyone' }
  await ask('/api/announcements', announcement)
  const own = server.withToken(token)
  await startCheck(own, ['tA'])
  await ask('/api/tent-checks/update', { id: 'tA', lastCheck: member })
  await ask('/api/end-check', {})
  const checkId = await startCheck(own, ['tA'])
  await ask('/api/tent-checks/update', { id: 'tA', misses: 1 })
  // Answered by the mark that stands.
  await ask('/api/tent-checks/update', { id: 'tA', misses: 1, markId: randomUUID() })
  await ask('/api/end-check', {})
  const [issuer, at] = ['https://sso.example.edu', new Date(begun)]
  await server.db.transaction(async (tx) => {
    await insertIdentity(tx, { issuer, subject: 'u-1' }, netID, at)
    const waiting = { issuer, subject: 'u-2', netID, name: 'Zoe Quinn', at, ticketHash: 'x' }
    await insertWaiting(tx, waiting)
  })
  await ask('/api/disputes', { checkId, text: `${member} was there.` })
  const settings = (await server.ask('/api/notices/settings', { token })).body
  await server.ask('/api/notices/settings', { method: 'PUT', token, body: settings })
  await planShifts()
  const told = { id: 'told', kind: 'miss', netID, about: 'A Ants', checkId, tentId: 'tA' } as const
  const when = { at: new Date(begun), dueAt: new Date(begun + 86_400_000), messageID: '<told@x>' }
  const push = { id: randomUUID(), kind: 'grace', topic: 'grace', about: { graceId: 'g' } } as const
  const notYet = { dueAt: when.dueAt, goodUntil: when.dueAt }
  await server.db.transaction(async (tx) => {
    await insertNotices(tx, [{ ...told, ...when, outcome: 'miss' }])
    await insertPush(tx, { ...push, ...notYet })
    const tokenHash = sha256(token)
    const browser = { endpoint: 'https://push.example.org/x', p256dh: 'x', auth: 'x' }
    await insertSubscription(tx, browser, { netID, tokenHash }, new Date(begun), 1)
    const tent = { tentId: 'tA', order: 'A', name: 'Ants', columns: [], results: [] }
    await updateState(tx, { differences: [tent] }, new Date(begun))
  })
})
afterAll(() => server.close())

/** They say who they are, answer, decide as the super user they are, and give a shift away. */
async function planShifts() {
  const { people } = await server
    .withToken(token)
    .call('getShifts', undefined, { params: { tentId: 'tA' } })
  const memberId = people[1]?.id ?? ''
  await ask('/api/tents/tA/shifts/link', { memberId })
  const body = { deadline: null, approvesSwaps: true, limits }
  const path = '/api/tents/tA/shifts/settings'
  expect((await server.ask(path, { method: 'PUT', token, body })).status).toBe(200)
  const id = randomUUID()
  const [from, until] = [new Date(begun + 86_400_000), new Date(begun + 90_000_000)]
  await server.db.transaction((tx) =>
    insertShifts(tx, 'tA', [{ id, memberId, from, until, arrivedAt: null }]),
  )
  await ask('/api/tents/tA/shifts/swaps', { kind: 'give', shiftId: id })
}
const limits = { minSlots: 2, maxDaySlots: 8, breakSlots: 4, nightWeight: 1.5 }

async function ask(path: string, body: object) {
  const answer = await server.ask(path, { method: 'POST', token, body })
  expect([path, answer.status < 500]).toEqual([path, true])
  return answer.body
}

const rows = (query: SQL) =>
  server.db.read(async ({ queries }) => (await queries.execute<Record<string, string>>(query)).rows)

/** The tables that the database itself knows. */
async function catalogue(): Promise<string[]> {
  const found = await rows(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
  )
  return found.map(({ name = '' }) => name).sort()
}

/** They have numbers alone; every other table holds something about people. */
const namesNobody = ['airtable_pace', 'ledger_epoch']

/** Every row of every table as a text. */
async function content(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const name of await catalogue()) {
    const all = await rows(sql`select to_json(t)::text as row from ${sql.identifier(name)} t`)
    found.set(name, all.map(({ row = '' }) => row).sort())
  }
  return found
}

describe('every table', () => {
  it('is declared, and known to the query builder', async () => {
    const all = await catalogue()
    expect([...tableNames].sort()).toEqual(all)
    const built = Object.values(schema).flatMap((value) =>
      is(value, PgTable) ? [getTableName(value)] : [],
    )
    expect(built.sort()).toEqual(all)
  })

  it('comes after those that it refers to', async () => {
    const references = await rows(sql`
      select conrelid::regclass::text as from_table, confrelid::regclass::text as to_table
      from pg_constraint where contype = 'f' and conrelid <> confrelid`)
    expect(references.length).toBeGreaterThan(3)
    const place = (name = '') => (tableNames as string[]).indexOf(name)
    for (const { from_table, to_table } of references) {
      expect([from_table, place(from_table) > place(to_table)]).toEqual([from_table, true])
    }
  })

  it('is in a backup with all its rows, if it is declared to be', async () => {
    // What happened is told meanwhile, until nothing more is to be told.
    const { all, saved } = await until(async () => {
      const before = await content()
      const saved = await backupOf(server.db)
      return isDeepStrictEqual(before, await content()) && { all: before, saved }
    })
    const lines = gunzipSync(saved).toString('utf8').split('\n')
    for (const [name, there] of all) {
      const kept = lines.filter((line) => line.startsWith(`{"table":"${name}",`))
      const { inBackup } = tables[name as TableName]
      expect([name, kept.length]).toEqual([name, inBackup ? there.length : 0])
    }
  })

  it('has one entry for what it holds about people', () => {
    const entered = personalData.flatMap((entry) => entry.tables)
    expect([...entered, ...namesNobody].sort()).toEqual([...tableNames].sort())
    for (const { tables, forget } of personalData) {
      expect(tables).toEqual(expect.arrayContaining([...(forget?.of ?? [])]))
    }
  })

  it('that names a person is in their export', async () => {
    // In a table without a row, no name would be found. Some are filled a moment later, as it is told.
    const emptyTables = async () =>
      [...(await content())].flatMap(([name, all]) =>
        all.length === 0 && !namesNobody.includes(name) ? [name] : [],
      )
    await expect.poll(emptyTables).toEqual([])
    const naming = [...(await content())].filter(([, all]) => all.join().includes(netID))
    expect(naming.length).toBeGreaterThan(5)
    const shown = Object.values(shownData).flatMap((entry) => entry.tables)
    for (const [name] of naming) expect(shown).toContain(name)
    const kept = await server.withToken(token).call('exportPerson', { netID })
    for (const [part, value] of Object.entries(kept)) {
      const lists = Array.isArray(value)
        ? [value]
        : Object.values(value ?? {}).filter(Array.isArray)
      const isShown = value !== null && lists.every((list) => list.length > 0)
      expect([part, isShown]).toEqual([part, true])
    }
  })

  it('loses what it is declared to lose when the season is closed, and no member is left', async () => {
    const before = await content()
    expect(await ask('/api/admin/close-season', { confirm: 'CLOSE' })).toMatchObject({ tents: 1 })
    const after = await content()
    const lost = [...before].flatMap(([name, all]) =>
      all.every((row) => after.get(name)?.includes(row)) ? [] : [name],
    )
    const declared = personalData.flatMap(({ forget }) => forget?.of ?? [])
    expect(lost.sort()).toEqual([...declared].sort())
    for (const [name, all] of after) {
      expect([name, all.join()]).not.toEqual([name, expect.stringContaining(member)])
      expect([name, all.join()]).not.toEqual([name, expect.stringContaining(memberNetID)])
    }
  })
})
