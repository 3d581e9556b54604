// On each engine: it runs the SQL of a migration, and what changes the data by SQL.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startCheckNight } from '../../../tests/support/check-night.ts'
import { updateNumbersArrived } from './store.ts'

let night: Awaited<ReturnType<typeof startCheckNight>>
beforeEach(async () => {
  night = await startCheckNight()
})
afterEach(() => night.server.close())

const migration = readFileSync('src/server/db/migrations/0027-results-as-data.sql', 'utf8')

async function changes(): Promise<object[]> {
  const query = sql`select change from outbox order by check_id, number`
  const { rows } = await night.server.db.read(({ queries }) =>
    queries.execute<{ change: object }>(query),
  )
  return rows.map(({ change }) => change)
}

it('results that waited before the migration become the same data as those written now', async () => {
  const checkId = await night.start()
  const correct = (tentId: string, outcome: string) =>
    night.post(
      `checks/${checkId}/corrections`,
      { tentId, outcome, reason: 'They were there.', correctionId: randomUUID() },
      'boss',
    )
  const acts = [
    () => night.miss('tA'),
    () => night.undo(checkId, 'tA'),
    () => night.make('tA', 'Ed Fox'),
    () => night.miss('tB', 'mo'),
    () => night.make('t2', 'Ann Lee'),
    () => night.post('end-check', {}),
    () => correct('tA', 'miss'),
    () => correct('tB', 'none'),
    () => correct('t2', 'none'),
    () => correct('t2', 'make'),
    () => correct('t10', 'miss'),
  ]
  for (const act of acts) {
    night.pass(60_000)
    expect((await act()).status).toBe(200)
  }
  const written = await changes()
  expect(written).toHaveLength(acts.length - 1)
  expect(written[0]).toMatchObject({
    kind: 'marked',
    misses: 1,
    mark: { cells: ['Lena', expect.any(String)] },
  })

  await night.server.db.transaction(async ({ queries }) => {
    await queries.execute(sql`alter table outbox drop column change`)
    for (const statement of migration.split(/;$/m)) {
      if (statement.trim() !== '') await queries.execute(sql.raw(statement))
    }
  })
  expect(await changes()).toEqual(written)
})

it('of a result whose number has arrived, what else it says waits still', async () => {
  const checkId = await night.start()
  expect((await night.miss('tA')).status).toBe(200)
  const [before] = await changes()
  expect(before).toMatchObject({ misses: 1 })
  await night.server.db.transaction((tx) => updateNumbersArrived(tx, [{ checkId, number: 2 }]))
  expect(await changes()).toEqual([{ ...before, misses: 0 }])
})
