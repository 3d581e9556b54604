import { gunzipSync } from 'node:zlib'
import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reality } from '../../src/server/context.ts'
import { backup } from '../../src/server/db/backup.ts'
import * as schema from '../../src/server/db/schema.ts'
import { tableNames, tables } from '../../src/server/db/tables.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import type { PersonExport } from '../../src/shared/privacy/contract.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { makePdf } from '../support/pdf.ts'
import { rosterRow } from '../support/roster-row.ts'

/** Somebody who did everything that leaves a trace, and a member of whom only the tent knows. */
const netID = 'zq86'
const member = 'Xaver Quill'
const memberNetID = 'xq17'
const begun = Date.parse('2026-01-19T03:04:00Z')

let server: TestApp
let nowMs = begun
let token: string

beforeAll(async () => {
  server = await startApp({}, () => new Date(nowMs))
  const tent = rosterRow({
    id: 'tA',
    order: 'A',
    name: 'Ants',
    members: `${member}, Zoe Quinn`,
    netIDs: `${memberNetID}, ${netID}`,
  })
  await server.db.transaction((tx) => importRoster(reality, tx, [tent], { results: true }))
  token = await server.signIn(netID, { isLineMonitor: true, isSuperUser: true })
  await ask('/api/profile/login', { netID, password: 'not the right one' })
  await ask('/api/tent-link', { url: 'https://example.edu', active: true })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(makePdf({ pages: 1 }))]), 'a.pdf')
  const upload = { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } }
  expect((await fetch(`${server.url}/api/files/policy`, upload)).status).toBe(200)
  const { now: _, ...rules } = (await server.ask('/api/season')).body
  await server.ask('/api/season', { method: 'PUT', token, body: rules })
  await ask('/api/grace', { until: new Date(begun + 3_600_000).toISOString(), reason: 'Snow' })
  await ask('/api/start-check', { tents: [{ id: 'tA' }], numCheckers: 1 })
  await ask('/api/tent-checks/update', { id: 'tA', lastCheck: member })
  await ask('/api/end-check', {})
})
afterAll(() => server.close())

async function ask(path: string, body: object) {
  const answer = await server.ask(path, { method: 'POST', token, body })
  expect([path, answer.status < 500]).toEqual([path, true])
  return answer.body
}

async function rows(query: ReturnType<typeof sql>): Promise<Record<string, string>[]> {
  return server.db.read(async ({ queries }) => {
    const result = await queries.execute(query)
    return (result as unknown as { rows: Record<string, string>[] }).rows
  })
}

/** The tables that the database itself knows. */
async function catalogue(): Promise<string[]> {
  const found = await rows(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
  )
  return found.map(({ name = '' }) => name).sort()
}

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
    const lines = gunzipSync(await backup(server.db, new Date(0)))
      .toString('utf8')
      .split('\n')
    for (const [name, all] of await content()) {
      const saved = lines.filter((line) => line.startsWith(`{"table":"${name}",`))
      const { inBackup } = tables[name as keyof typeof tables]
      expect([name, saved.length]).toEqual([name, inBackup ? all.length : 0])
    }
  })

  it('that names a person is in their export', async () => {
    const kept = (await ask('/api/admin/export-person', { netID })) as unknown as PersonExport
    const naming = [...(await content())].filter(([, all]) => all.join().includes(netID))
    expect(naming.length).toBeGreaterThan(5)
    for (const [name] of naming) {
      const { personExport } = tables[name as keyof typeof tables]
      if (personExport === null) throw new Error(`${name} names a person, and no export shows it`)
      expect([personExport, JSON.stringify(kept[personExport])]).not.toEqual([personExport, '[]'])
    }
  })

  it('loses what it is declared to lose when the season is closed, and no member is left', async () => {
    const before = await content()
    // By then the failed sign-in is over.
    nowMs = begun + 3_600_000
    expect(await ask('/api/admin/close-season', { confirm: 'CLOSE' })).toMatchObject({ tents: 1 })
    const after = await content()
    const lost = [...before].flatMap(([name, all]) =>
      all.every((row) => after.get(name)?.includes(row)) ? [] : [name],
    )
    const declared = tableNames.filter((name) => tables[name].closedWithSeason)
    expect(lost.sort()).toEqual(declared.sort())
    for (const [name, all] of after) {
      expect([name, all.join()]).not.toEqual([name, expect.stringContaining(member)])
      expect([name, all.join()]).not.toEqual([name, expect.stringContaining(memberNetID)])
    }
  })
})
