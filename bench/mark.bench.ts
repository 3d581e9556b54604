import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tent } from '../src/shared/tents/contract.ts'
import { get, post, signInTo } from '../tests/support/calls.ts'
import { runCommand } from '../tests/support/command.ts'
import { createDatabase } from '../tests/support/database.ts'
import { writeDemoRoster } from '../tests/support/demo-roster.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { startServer } from '../tests/support/server-process.ts'
import { median, quantile, report, rounds } from './figures.ts'
import { startFloor } from './processes.ts'

/**
 * How long a mark takes until it is acknowledged, on both engines, one phone at a time and ten at
 * once, beside one prepared INSERT of the same durability behind bare node:http.
 */
const checksARound = 4
const folder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))
chmodSync(folder, 0o755)
const postgresFolder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))
const postgres = await startPostgres(postgresFolder, true)
const monitor = { netID: 'monitor1', password: 'gloves-at-2-am' }

type Contender = {
  /** Sends `count` marks, `atOnce` of them at a time; gives how long each took, in ms. */
  marks: (count: number, atOnce: number) => Promise<number[]>
  stop: () => Promise<unknown>
}

const engines = {
  embedded: { DATA_DIR: join(folder, 'data') },
  PostgreSQL: { DATA_DIR: folder, DATABASE_URL: await createDatabase(postgres.url) },
}
const rows: string[][] = []
for (const [engine, where] of Object.entries(engines)) {
  const ours = await tentCity(where)
  const floor = await insertFloor(
    'DATABASE_URL' in where ? { DATABASE_URL: where.DATABASE_URL } : {},
  )
  for (const contender of [ours, floor]) await contender.marks(130, 1)
  for (const atOnce of [1, 10]) {
    const took = { ours: [] as number[][], floor: [] as number[][] }
    for (let round = 0; round < rounds; round += 1) {
      took.floor.push(await floor.marks(130 * checksARound, atOnce))
      took.ours.push(await ours.marks(130 * checksARound, atOnce))
    }
    const at = (share: number, samples: number[][]) =>
      median(samples.map((each) => quantile(each, share)))
    rows.push([
      engine,
      String(atOnce),
      at(0.5, took.ours).toFixed(2),
      at(0.99, took.ours).toFixed(2),
      at(0.5, took.floor).toFixed(2),
      at(0.99, took.floor).toFixed(2),
      (at(0.5, took.ours) / at(0.5, took.floor)).toFixed(2),
    ])
  }
  await ours.stop()
  await floor.stop()
}
report('mark', {
  head: ['engine', 'at once', 'p50 ms', 'p99 ms', 'floor p50 ms', 'floor p99 ms', 'p50 ÷ floor'],
  rows,
})
await postgres.stop()
for (const path of [folder, postgresFolder]) rmSync(path, { recursive: true, force: true })

async function tentCity(where: Record<string, string>): Promise<Contender> {
  const names = ['--first-name', 'Mo', '--last-name', 'N', '--email', 'm@example.edu']
  await runCommand(['add-user', monitor.netID, ...names, '--line-monitor'], where, monitor.password)
  await runCommand(['import-roster', writeDemoRoster(folder)], where)
  const server = await startServer(where)
  const token = await signInTo(server, monitor)
  const tents = (await get<Tent[]>(server, token, 'tent-checks')).map(({ id }) => ({ id }))
  return {
    async marks(count, atOnce) {
      const took: number[] = []
      while (took.length < count) {
        await post(server, token, 'start-check', { tents, numCheckers: 1 })
        const bodies = tents.map(({ id }, index) => ({
          id,
          markId: randomUUID(),
          ...(index % 10 === 0 ? { misses: 1 } : { lastCheck: '' }),
        }))
        took.push(
          ...(await timed(bodies, atOnce, (body) =>
            post(server, token, 'tent-checks/update', body),
          )),
        )
        await post(server, token, 'end-check', {})
      }
      return took
    },
    stop: () => server.kill('SIGTERM'),
  }
}

async function insertFloor(where: Record<string, string>): Promise<Contender> {
  const { url, stop } = await startFloor('insert', where)
  const body = JSON.stringify({ id: 'rec00000000000001', misses: 1, markId: randomUUID() })
  return {
    marks: (count, atOnce) =>
      timed(Array.from({ length: count }), atOnce, () => fetch(url, { method: 'POST', body })),
    stop,
  }
}

/** Sends each body once, `atOnce` senders taking the next one as soon as theirs is answered. */
async function timed<T>(
  bodies: readonly T[],
  atOnce: number,
  send: (body: T) => Promise<Response>,
): Promise<number[]> {
  const took: number[] = []
  const waiting = bodies.values()
  const senders = Array.from({ length: atOnce }, async () => {
    for (const body of waiting) {
      const startedAt = performance.now()
      const answer = await send(body)
      await answer.arrayBuffer()
      took.push(performance.now() - startedAt)
      if (answer.status !== 200) throw new Error(`A mark was answered with ${answer.status}`)
    }
  })
  await Promise.all(senders)
  return took
}
