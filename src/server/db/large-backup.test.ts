import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { times } from '../../../tests/support/times.ts'
import { backup, restore } from './backup.ts'
import type { Database } from './database.ts'

/** Of 500 bytes each. */
const rows = times(60_000, 1_000_000)
const megabytes = (rows * 500) / 1e6
/** Half of the rows or less. What else is loaded meanwhile takes some of it. */
const heldAtMostMB = 15
const timeout = times(60_000, 600_000)

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const folder = mkdtempSync(join(tmpdir(), 'tent-city-large-'))
const file = join(folder, 'large.backup')
let full: Database
let empty: Database
beforeAll(async () => {
  full = await freshDatabase()
  empty = await freshDatabase()
  await full.transaction((tx) =>
    tx.queries.execute(sql`
      insert into audit_events (at, kind, data)
      select now(), 'large', jsonb_build_object('n', n, 'x', repeat(md5(n::text), 12))
      from generate_series(1, ${rows}) n
    `),
  )
}, timeout)
afterAll(async () => {
  await full.close()
  await empty.close()
  rmSync(folder, { recursive: true })
})

/** How long a work takes, in ms, and how much it holds at most, in MB. */
async function measured(work: () => Promise<unknown>) {
  const held = () => {
    collectGarbage()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return (heapUsed + arrayBuffers) / 1e6
  }
  const before = held()
  let most = before
  let looks = 0
  let looking: NodeJS.Timeout | undefined
  // To look collects garbage, which may take as long as the work: a quarter of the time at most.
  const lookIn = (ms: number) => {
    looking = setTimeout(() => {
      const from = performance.now()
      most = Math.max(most, held())
      looks += 1
      lookIn(Math.max(20, 3 * (performance.now() - from)))
    }, ms)
  }
  lookIn(20)
  const from = performance.now()
  await work()
  clearTimeout(looking)
  expect(looks).toBeGreaterThan(1)
  return { tookMs: performance.now() - from, heldMB: most - before }
}

it('a backup of many rows is written and restored a few rows at a time', { timeout }, async () => {
  const written = await measured(() => backup(full, new Date(0), file))
  const restored = await measured(async () => expect(await restore(empty, file)).toBe(rows))
  const tell = (name: string, { tookMs, heldMB }: typeof written) =>
    `${name} ${(tookMs / 1000).toFixed(1)} s, ${heldMB.toFixed(0)} MB held`
  console.log(
    `${rows} rows, ${megabytes} MB, packed ${(statSync(file).size / 1e6).toFixed(0)} MB:`,
    `${tell('written in', written)}; ${tell('restored in', restored)}.`,
  )
  expect(written.heldMB).toBeLessThan(heldAtMostMB)
  // The embedded engine has no folder here: what is restored is in this memory.
  if (process.env['TEST_ENGINE'] === 'postgres') {
    expect(restored.heldMB).toBeLessThan(heldAtMostMB)
  }
})
