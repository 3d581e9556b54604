import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../tests/support/postgres.ts'
import { startServer } from '../tests/support/server-process.ts'
import { median, report, rounds } from './figures.ts'
import { startFloor } from './processes.ts'

/** From the start of the process until the server answers, beside the engine alone. */
const folder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))
const data = join(folder, 'data')
const floorData = join(folder, 'floor')
const postgresFolder = mkdtempSync(join(tmpdir(), 'tent-city-postgres-'))
const postgres = await startPostgres(postgresFolder, true)

const databases: Record<string, { prepare: () => void; env: Record<string, string> }> = {
  'embedded, there already': {
    prepare: () => cpSync(join(data, 'db'), floorData, { recursive: true }),
    env: { DATABASE_URL: '' },
  },
  'embedded, the first start': {
    prepare: () => rmSync(data, { recursive: true, force: true }),
    env: { DATABASE_URL: '' },
  },
  PostgreSQL: { prepare: () => {}, env: { DATABASE_URL: postgres.url } },
}
// The demo season is loaded, and PostgreSQL's tables are made, before anything is measured.
for (const { env } of Object.values(databases)) await timeServer(env)

const took = Object.keys(databases).map((name) => ({
  name,
  ours: [] as number[],
  floor: [] as number[],
}))
for (let round = 0; round < rounds; round += 1) {
  for (const { name, ours, floor } of took) {
    const { prepare, env } = databases[name] ?? { prepare: () => {}, env: {} }
    rmSync(floorData, { recursive: true, force: true })
    prepare()
    floor.push(await timeFloor(env))
    ours.push(await timeServer(env))
  }
}
report('server-start', {
  head: ['database', 'ours ms', 'engine alone ms', 'more ms'],
  rows: took.map(({ name, ours, floor }) => [
    name,
    median(ours).toFixed(0),
    median(floor).toFixed(0),
    (median(ours) - median(floor)).toFixed(0),
  ]),
})
await postgres.stop()
for (const made of [folder, postgresFolder]) rmSync(made, { recursive: true, force: true })

async function timeServer(env: Record<string, string>): Promise<number> {
  const startedAt = performance.now()
  const server = await startServer({ DATA_DIR: data, ...env })
  const took = performance.now() - startedAt
  await server.kill('SIGTERM')
  return took
}

async function timeFloor(env: Record<string, string>): Promise<number> {
  const startedAt = performance.now()
  const floor = await startFloor('engine', { DATA_DIR: floorData, ...env })
  const took = performance.now() - startedAt
  await floor.stop()
  return took
}
