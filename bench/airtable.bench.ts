import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoSeason } from '../src/server/tents/demo-season.ts'
import type { Tent } from '../src/shared/tents/contract.ts'
import { startAirtable } from '../stand-ins/airtable.ts'
import { fillAirtable } from '../stand-ins/roster.ts'
import { get, post, signInTo } from '../tests/support/calls.ts'
import { type ServerProcess, startServer } from '../tests/support/server-process.ts'
import { quantile, report } from './figures.ts'

/**
 * How long a mark takes to be acknowledged while Airtable is well, dead, slow or limiting, beside
 * a server that has no Airtable: the same marks, one after the other, servers taking turns.
 */
const checksEach = 10
const folder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))

const conditions = ['none', 'well', 'dead', 'slow', 'limited'] as const
type Condition = (typeof conditions)[number]

type Runner = { server: ServerProcess; token: string; tents: Tent[]; tookMs: number[] }

const airtables = new Map<Condition, Awaited<ReturnType<typeof startAirtable>>>()
const runners = new Map<Condition, Runner>()
for (const condition of conditions) {
  const airtable = await startAirtable()
  fillAirtable(airtable, demoSeason())
  const server = await startServer({
    DATA_DIR: join(folder, condition),
    AIRTABLE_API_URL: airtable.url,
  })
  const token = await signInTo(server, server.account('super user'))
  if (condition !== 'none') {
    const { baseId, tableId, apiKey } = airtable.table
    const config = { airtableBaseId: baseId, airtableTableId: tableId, airtableApiKey: apiKey }
    await post(server, token, 'airtable-config', config, 'PUT')
    await post(server, token, 'roster/pull', {})
  }
  const tents = await get<Tent[]>(server, token, 'tent-checks')
  airtables.set(condition, airtable)
  runners.set(condition, { server, token, tents, tookMs: [] })
}
const faults = (condition: Condition) => airtables.get(condition)?.faults
Object.assign(faults('well') ?? {}, { latencyMs: [80, 250] })
Object.assign(faults('dead') ?? {}, { cutBefore: 1 })
Object.assign(faults('slow') ?? {}, { latencyMs: [8000, 9000] })
Object.assign(faults('limited') ?? {}, { limited: 1 })

for (let round = 0; round < checksEach; round += 1) {
  for (const [index] of conditions.entries()) {
    // Another one begins each time, so that none has the best place.
    const condition = conditions[(index + round) % conditions.length]
    const runner = condition && runners.get(condition)
    if (runner) await check(runner)
  }
}

const baseline = runners.get('none')?.tookMs ?? []
report('airtable', {
  head: ['Airtable is', 'marks', 'p50 ms', 'p99 ms', 'sum ÷ none', 'p50 ÷ none'],
  rows: conditions.map((condition) => {
    const tookMs = runners.get(condition)?.tookMs ?? []
    const sum = (samples: readonly number[]) => samples.reduce((total, ms) => total + ms, 0)
    return [
      condition,
      String(tookMs.length),
      quantile(tookMs, 0.5).toFixed(2),
      quantile(tookMs, 0.99).toFixed(2),
      (sum(tookMs) / sum(baseline)).toFixed(2),
      (quantile(tookMs, 0.5) / quantile(baseline, 0.5)).toFixed(2),
    ]
  }),
})

for (const { server } of runners.values()) await server.kill('SIGKILL')
for (const airtable of airtables.values()) await airtable.close()
rmSync(folder, { recursive: true, force: true })

/** One check of all tents by one monitor, a tenth of them missed. */
async function check({ server, token, tents, tookMs }: Runner): Promise<void> {
  await post(server, token, 'start-check', { tents, numCheckers: 1 })
  for (const [index, { id }] of tents.entries()) {
    const result = index % 10 === 0 ? { misses: 1 } : { lastCheck: '' }
    const startedAt = performance.now()
    const answer = await post(server, token, 'tent-checks/update', { id, ...result })
    await answer.arrayBuffer()
    tookMs.push(performance.now() - startedAt)
    if (answer.status !== 200) throw new Error(`A mark was answered with ${answer.status}`)
  }
  await post(server, token, 'end-check', {})
}
