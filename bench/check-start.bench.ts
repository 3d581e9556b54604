import { demoSeason } from '../src/server/tents/demo-season.ts'
import { writeRosterCsv } from '../src/server/tents/roster-csv.ts'
import type { Tent } from '../src/shared/tents/contract.ts'
import { get, post, signInTo } from '../tests/support/calls.ts'
import { startDemoServer } from '../tests/support/demo-server.ts'
import { median, quantile, report, rounds } from './figures.ts'
import { openSockets } from './sockets.ts'

/** From the POST that starts a check until all pages have its tents, by the number of tents. */
const sizes = [130, 500, 1000]
const pages = 500
const monitors = 30
const startsEach = 5

const server = await startDemoServer({ RATE_LIMIT_FACTOR: '1000' })
const token = await signInTo(server, server.account('super user'))

let heard = { count: 0, bytes: 0, done: () => {} }
const hearer = () => (packet: string) => {
  if (!packet.startsWith('42["checkStarted"')) return
  heard.count += 1
  heard.bytes += packet.length
  if (heard.count === pages) heard.done()
}
await Promise.all([
  openSockets(server.url, pages - monitors, { hearer }),
  openSockets(server.url, monitors, { token, hearer }),
])

const took = new Map<number, number[]>(sizes.map((size) => [size, []]))
const bytes = new Map<number, number>()
for (let round = 0; round < rounds; round += 1) {
  for (const size of sizes) {
    const tents = await importRoster(size)
    for (let start = 0; start < startsEach; start += 1) {
      took.get(size)?.push(await startCheck(tents))
      bytes.set(size, heard.bytes)
      await post(server, token, 'cancel-check', {})
    }
  }
}
const middle = sizes.map((size) => median(took.get(size) ?? []))
const [least = 1] = sizes
const [fastest = 1] = middle
report(
  'check-start',
  {
    head: ['tents', 'p50 ms', 'p99 ms', 'sent MB', 'times as many tents', 'times as long'],
    rows: sizes.map((size, place) => [
      String(size),
      (middle[place] ?? 0).toFixed(0),
      quantile(took.get(size) ?? [], 0.99).toFixed(0),
      ((bytes.get(size) ?? 0) / 1e6).toFixed(1),
      (size / least).toFixed(1),
      ((middle[place] ?? 0) / fastest).toFixed(1),
    ]),
  },
  [
    {
      title: 'From the start of a check until 500 pages have its tents, p50',
      x: { name: 'tents', values: sizes },
      y: 'ms',
      lines: { ours: middle, linear: sizes.map((size) => (size / least) * fastest) },
    },
  ],
)
await server.close()
process.exit()

/** Has so many tents on the roster, like those of the demo season; gives them. */
async function importRoster(size: number): Promise<Tent[]> {
  const season = demoSeason()
  const rows = Array.from({ length: size }, (_, place) => {
    const row = season[place % season.length]
    if (row === undefined) throw new Error('The demo season has no tents')
    const lap = Math.floor(place / season.length)
    return { ...row, id: '', name: lap === 0 ? row.name : `${row.name} ${lap + 1}` }
  })
  const answer = await post(server, token, 'roster/import', { csv: writeRosterCsv(rows) })
  if (!answer.ok) throw new Error(`The import was refused: ${await answer.text()}`)
  return get<Tent[]>(server, token, 'tent-checks')
}

async function startCheck(tents: Tent[]): Promise<number> {
  const all = new Promise<void>((done) => {
    heard = { count: 0, bytes: 0, done }
  })
  const startedAt = performance.now()
  const body = { tents: tents.map(({ id }) => ({ id })), numCheckers: 10 }
  const answer = await post(server, token, 'start-check', body)
  if (!answer.ok) throw new Error(`The start was refused: ${await answer.text()}`)
  await all
  return performance.now() - startedAt
}
