import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Tent } from '../src/shared/tents/contract.ts'
import { get, post, signInTo } from '../tests/support/calls.ts'
import { runCommand } from '../tests/support/command.ts'
import { writeDemoRoster } from '../tests/support/demo-roster.ts'
import { startServer } from '../tests/support/server-process.ts'
import { bothEngines, type Place } from './engines.ts'
import { markdownTable, median, quantile, report, rounds } from './figures.ts'
import { startFloor } from './processes.ts'

/**
 * How long a mark takes until it is acknowledged, on both engines, one phone at a time and ten at
 * once, beside one prepared INSERT of the same durability behind bare node:http; and, where `BESIDE`
 * names the folder of another version that is built, beside that one.
 */
const beside = process.env['BESIDE']
const checksARound = 4
const { folder, places, end } = await bothEngines()
const monitor = { netID: 'monitor1', password: 'gloves-at-2-am' }

type Contender = {
  /** Sends `count` marks, `atOnce` of them at a time; gives how long each took, in ms. */
  marks: (count: number, atOnce: number) => Promise<number[]>
  stop: () => Promise<unknown>
}

const rows: string[][] = []
const rowsBeside: string[][] = []
for (const [engine, place] of Object.entries(places)) {
  const where = await place('ours')
  const contenders = {
    floor: await insertFloor(engine === 'PostgreSQL' ? where : {}),
    ours: await tentCity(where, '.'),
    ...(beside === undefined ? {} : { beside: await tentCity(await place('beside'), beside) }),
  }
  for (const contender of Object.values(contenders)) await contender.marks(130, 1)
  for (const atOnce of [1, 10]) {
    const took: Record<keyof typeof contenders, number[][]> = { floor: [], ours: [], beside: [] }
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, contender] of Object.entries(contenders)) {
        took[name as keyof typeof took].push(await contender.marks(130 * checksARound, atOnce))
      }
    }
    const at = (share: number, samples: number[][]) =>
      median(samples.map((each) => quantile(each, share)))
    const comparedWith = (other: number[][]) => [
      engine,
      String(atOnce),
      at(0.5, took.ours).toFixed(2),
      at(0.99, took.ours).toFixed(2),
      at(0.5, other).toFixed(2),
      at(0.99, other).toFixed(2),
      (at(0.5, took.ours) / at(0.5, other)).toFixed(2),
    ]
    rows.push(comparedWith(took.floor))
    if (beside !== undefined) rowsBeside.push(comparedWith(took.beside))
  }
  for (const contender of Object.values(contenders)) await contender.stop()
}
const headWith = (other: string) => [
  ...['engine', 'at once', 'p50 ms', 'p99 ms'],
  ...[`${other} p50 ms`, `${other} p99 ms`, `p50 ÷ ${other}`],
]
report('mark', { head: headWith('floor'), rows })
if (beside !== undefined) console.log(markdownTable({ head: headWith('other'), rows: rowsBeside }))
await end()

async function tentCity(where: Place, checkout: string): Promise<Contender> {
  const names = ['--first-name', 'Mo', '--last-name', 'N', '--email', 'm@example.edu']
  const { netID, password } = monitor
  const added = ['add-user', netID, ...names, '--line-monitor']
  await runCommand(added, where, password, checkout)
  await runCommand(['import-roster', writeDemoRoster(folder)], where, '', checkout)
  const server = await startServer(where, checkout)
  const token = await signInTo(server, monitor)
  const tents = (await get<Tent[]>(server, token, 'tent-checks')).map(({ id }) => ({ id }))
  return {
    async marks(count, atOnce) {
      const took: number[] = []
      while (took.length < count) {
        await post(server, token, 'start-check', { tents, numCheckers: 1 })
        // What a start, and the end before it, leave to be done is not what a mark takes.
        await delay(1000)
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

async function insertFloor(where: Partial<Place>): Promise<Contender> {
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
