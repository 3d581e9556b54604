import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/server/db/open.ts'
import { get, signInTo } from '../tests/support/calls.ts'
import { runCommand } from '../tests/support/command.ts'
import { writeDemoRoster } from '../tests/support/demo-roster.ts'
import { addPastChecks, pastCheckId } from '../tests/support/past-checks.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { startServer } from '../tests/support/server-process.ts'
import { median, report } from './figures.ts'
import { timedCheck } from './marks.ts'

/**
 * Does it slow down with age? Checks of 130 tents that are over are written into the ledger by script,
 * a season's 500 and then ten seasons'; each time a server starts on them, answers, and runs a check.
 */
const ages = [1, 500, 5000]
const asked = 15
const boss = { netID: 'boss', password: 'gloves-at-2-am' }
const folder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))
chmodSync(folder, 0o755)
const postgresFolder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))
const postgres = await startPostgres(postgresFolder, true)
const rows: string[][] = []

for (const [engine, databaseUrl] of Object.entries({ embedded: null, PostgreSQL: postgres.url })) {
  const where = { DATA_DIR: join(folder, engine), DATABASE_URL: databaseUrl ?? '' }
  const names = ['--first-name', 'Robin', '--last-name', 'Test', '--email', 'b@example.edu']
  await runCommand(['add-user', boss.netID, ...names, '--super-user'], where, boss.password)
  await runCommand(['import-roster', writeDemoRoster(folder)], where)
  let written = 0
  for (const age of ages) {
    await addChecks(where.DATA_DIR, databaseUrl, written + 1, age)
    written = age
    rows.push([engine, String(age), ...(await figuresAt(where, age))])
  }
}
report('history', {
  head: ['engine', 'checks', 'start', 'list', 'one check', 'record', 'statistics', 'a mark'],
  rows,
})
await postgres.stop()
for (const made of [folder, postgresFolder]) rmSync(made, { recursive: true, force: true })

async function addChecks(dataDir: string, databaseUrl: string | null, first: number, last: number) {
  const db = await openDatabase({
    databaseUrl,
    dataDir,
    migrationsFolder: 'src/server/db/migrations',
    onError: (error) => console.error(error),
  })
  await addPastChecks(db, first, last)
  await db.close()
}

/** In milliseconds: of answers the median, from the request to its last byte. */
async function figuresAt(where: Record<string, string>, age: number): Promise<string[]> {
  const startedAt = performance.now()
  const server = await startServer({ ...where, NODE_ENV: 'production', RATE_LIMIT_FACTOR: '1000' })
  const start = performance.now() - startedAt
  const token = await signInTo(server, boss)
  const tents = await get<{ id: string }[]>(server, token, 'tent-checks')
  const paths = [
    'checks',
    `checks/${pastCheckId(age)}`,
    `tents/${tents[0]?.id}/record`,
    'checks/statistics',
  ]
  const answers: number[] = []
  for (const path of paths) {
    const took: number[] = []
    for (let time = 0; time < asked; time += 1) {
      const askedAt = performance.now()
      await get(server, token, path)
      took.push(performance.now() - askedAt)
    }
    answers.push(median(took))
  }
  await timedCheck(server, token, tents, { phones: 1, misses: 13 })
  const marks = await timedCheck(server, token, tents, { phones: 1, misses: 13 })
  await server.kill('SIGTERM')
  return [start.toFixed(0), ...[...answers, median(marks)].map((ms) => ms.toFixed(1))]
}
