import { get, signInTo } from '../tests/support/calls.ts'
import { runCommand } from '../tests/support/command.ts'
import { writeDemoRoster } from '../tests/support/demo-roster.ts'
import { addPastChecks, pastCheckId } from '../tests/support/past-checks.ts'
import { startServer } from '../tests/support/server-process.ts'
import { openAt } from '../tests/support/tenters.ts'
import { bothEngines, type Place } from './engines.ts'
import { median, report } from './figures.ts'
import { timedCheck } from './marks.ts'

/**
 * Does it slow down with age? Checks of 130 tents that are over are written into the ledger by script,
 * a season's 500 and then ten seasons'; each time a server starts on them, answers, and runs a check.
 */
const ages = [1, 500, 5000]
const asked = 15
const boss = { netID: 'boss', password: 'gloves-at-2-am' }
const { folder, places, end } = await bothEngines()
const rows: string[][] = []

for (const [engine, place] of Object.entries(places)) {
  const where = await place('history')
  const names = ['--first-name', 'Robin', '--last-name', 'Test', '--email', 'b@example.edu']
  await runCommand(['add-user', boss.netID, ...names, '--super-user'], where, boss.password)
  await runCommand(['import-roster', writeDemoRoster(folder)], where)
  let written = 0
  for (const age of ages) {
    await addChecks(where, written + 1, age)
    written = age
    rows.push([engine, String(age), ...(await figuresAt(where, age))])
  }
}
report('history', {
  head: ['engine', 'checks', 'start', 'list', 'one check', 'record', 'statistics', 'a mark'],
  rows,
})
await end()

async function addChecks(where: Place, first: number, last: number): Promise<void> {
  const db = await openAt(where)
  await addPastChecks(db, first, last)
  await db.close()
}

/** In milliseconds: of answers the median, from the request to its last byte. */
async function figuresAt(where: Place, age: number): Promise<string[]> {
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
