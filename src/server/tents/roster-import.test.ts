// On each engine: an import locks the roster.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { systemContext } from '../context.ts'
import { demoSeason } from './demo-season.ts'
import { importRoster } from './roster-import.ts'
import type { RosterRow } from './roster-row.ts'
import { listKnownTents, listTents } from './store.ts'

let server: TestApp
beforeEach(async () => {
  server = await startApp()
})
afterEach(() => server.close())

const season = demoSeason()

function importRows(rows: RosterRow[] = season) {
  return server.db.transaction((tx) => importRoster(systemContext, tx, rows, { results: false }))
}

async function missesInAll(): Promise<number> {
  const tents = await server.db.read(listTents)
  return tents.reduce((sum, tent) => sum + (tent.numberOfMisses ?? 0), 0)
}

describe('an import', () => {
  it('at the same moment as another one brings each tent once', async () => {
    await Promise.all([importRows(), importRows(), importRows()])
    expect(await server.db.read(listKnownTents)).toHaveLength(130)
  })

  it('while tents are marked loses no Miss', async () => {
    await importRows()
    const before = await missesInAll()
    const tents = await server.db.read(listTents)
    const token = await server.signIn('mo', { isLineMonitor: true })
    await startCheck(
      server.withToken(token),
      tents.map(({ id }) => id),
    )

    const marks = tents.map(({ id }) =>
      server.ask('/api/tent-checks/update', { token, body: { id, misses: 1 } }),
    )
    for (const captain of ['Ann Lee', 'Bo Chen', 'Cy Diaz']) {
      await importRows(season.map((row) => ({ ...row, captain })))
    }
    for (const { status } of await Promise.all(marks)) expect(status).toBe(200)
    expect(await missesInAll()).toBe(before + tents.length)
  })

  it('takes as many tents as a roster may have', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => rosterRow({ order: String(index) }))
    expect((await importRows(rows)).add).toHaveLength(5000)
    expect(await server.db.read(listTents)).toHaveLength(5000)
  })
})
