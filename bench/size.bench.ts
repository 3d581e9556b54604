import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { get, post, signInTo } from '../tests/support/calls.ts'
import { runCommand } from '../tests/support/command.ts'
import { createDatabase } from '../tests/support/database.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { type ServerProcess, startServer } from '../tests/support/server-process.ts'
import { median, quantile, report, rounds } from './figures.ts'
import { metricsOf, metricsToken, residentMb } from './processes.ts'
import { writeRoster } from './roster.ts'
import { openSockets, type PageSocket } from './sockets.ts'

/**
 * How far it goes: 2,000 tents of one person, marked by 12 monitors, seen on 3,000 pages. So many
 * marks a second, and more, until one in a hundred pages hears of a mark later than 200 ms after it
 * was sent; by one, two and three servers on one PostgreSQL. Server, database and pages share the
 * machine. `ROUNDS` of all of it, in turns, and their medians.
 */
const tentCount = 2000
const monitors = 12
const pageCount = 3000
const rates = [2, 5, 10, 15, 20, 25, 30, 40]
const secondsEach = 5
/** Marks that are not counted, so that the first rate does not measure the start. */
const warmUp = 20
const seenWithinMs = 200
const serverCounts = [1, 2, 3]
const boss = { netID: 'boss', password: 'gloves-at-2-am' }

const folder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))
chmodSync(folder, 0o755)
const postgresFolder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))
const postgres = await startPostgres(postgresFolder, true)
const measured: Step[] = []
for (let round = 0; round < rounds; round += 1) {
  for (const servers of serverCounts) measured.push(...(await stepsOf(servers)))
}
report(
  'size',
  {
    head: [
      'servers',
      'marks a second',
      'acknowledged p50, p99 ms',
      'seen p50, p99 ms',
      'not seen',
      'event loop p99 ms',
      'MB a server, and a page more',
      'bytes of the start: visitor, monitor',
    ],
    rows: serverCounts.flatMap((servers) => rates.flatMap((rate) => rowsOf(servers, rate))),
  },
  [
    {
      title: 'Until 99 of 100 pages have seen a mark, by servers',
      x: { name: 'marks a second', values: plotted() },
      y: 'ms',
      lines: Object.fromEntries(
        serverCounts.map((servers) => [
          `${servers}`,
          plotted().map((rate) => medianOf(servers, rate, ({ seen }) => seen[1])),
        ]),
      ),
    },
  ],
)
await postgres.stop()
for (const made of [folder, postgresFolder]) rmSync(made, { recursive: true, force: true })

/** One rate of one round: p50 and p99 in ms. `memory` and `startBytes` are of the whole round. */
type Step = {
  servers: number
  rate: number
  acknowledged: Spread
  seen: Spread
  notSeen: number
  loopMs: number
  memory: { atRest: number; page: number }
  startBytes: string
}
type Spread = readonly [p50: number, p99: number]

function stepsAt(servers: number, rate: number): Step[] {
  return measured.filter((step) => step.servers === servers && step.rate === rate)
}

function medianOf(servers: number, rate: number, of: (step: Step) => number): number {
  return median(stepsAt(servers, rate).map(of))
}

/** The rates that every number of servers came to. */
function plotted(): number[] {
  return rates.filter((rate) => serverCounts.every((servers) => stepsAt(servers, rate).length > 0))
}

function rowsOf(servers: number, rate: number): string[][] {
  const steps = stepsAt(servers, rate)
  const [step] = steps
  if (step === undefined) return []
  const middle = (of: (step: Step) => number, digits = 0) =>
    medianOf(servers, rate, of).toFixed(digits)
  const spread = (of: (step: Step) => Spread) =>
    `${middle((one) => of(one)[0])}, ${middle((one) => of(one)[1])}`
  const isFirst = rate === rates[0]
  return [
    [
      String(servers),
      String(rate),
      spread(({ acknowledged }) => acknowledged),
      spread(({ seen }) => seen),
      String(steps.reduce((sum, { notSeen }) => sum + notSeen, 0)),
      middle(({ loopMs }) => loopMs),
      isFirst
        ? `${middle(({ memory }) => memory.atRest)}, ${middle(({ memory }) => memory.page, 3)}`
        : '',
      isFirst ? step.startBytes : '',
    ],
  ]
}

async function stepsOf(serverCount: number): Promise<Step[]> {
  const where = {
    DATA_DIR: folder,
    DATABASE_URL: await createDatabase(postgres.url),
  }
  const names = ['--first-name', 'Robin', '--last-name', 'Test', '--email', 'b@example.edu']
  await runCommand(['add-user', boss.netID, ...names, '--super-user'], where, boss.password)
  await runCommand(['import-roster', writeRoster(folder, tentCount)], where)
  const servers: ServerProcess[] = []
  for (let place = 0; place < serverCount; place += 1) {
    const limits = { NODE_ENV: 'production', RATE_LIMIT_FACTOR: '1000' }
    servers.push(await startServer({ ...where, ...limits, METRICS_TOKEN: metricsToken }))
  }
  const [first] = servers
  if (first === undefined) throw new Error('There is no server')
  const token = await signInTo(first, boss)
  const tents = await get<{ id: string }[]>(first, token, 'tent-checks')
  const atRest = residentMb(first.pid)
  const seen = watch()
  const pages: PageSocket[] = []
  for (const { url } of servers) {
    const share = Math.floor((pageCount - monitors) / serverCount)
    pages.push(...(await openSockets(url, share, { hearer: seen.hearer('visitor') })))
    const own = Math.floor(monitors / serverCount)
    pages.push(...(await openSockets(url, own, { token, hearer: seen.hearer('monitor') })))
  }
  const memory = { atRest, page: (residentMb(first.pid) - atRest) / (pages.length / serverCount) }
  await post(first, token, 'start-check', { tents, numCheckers: monitors })
  await delay(3000)

  const found: Step[] = []
  const waiting = tents.map(({ id }) => id)
  await marksAt(secondsEach, waiting.splice(0, warmUp), servers, token, seen)
  await delay(2000)
  seen.take()
  for (const rate of rates) {
    const marked = waiting.splice(0, rate * secondsEach)
    // Reading the metrics resets the event loop's lag: it is measured from here on.
    await Promise.all(servers.map(metricsOf))
    const took = await marksAt(rate, marked, servers, token, seen)
    const metrics = await Promise.all(servers.map(metricsOf))
    await delay(2000)
    const heard = seen.take()
    const spread = (samples: number[]): Spread => [quantile(samples, 0.5), quantile(samples, 0.99)]
    found.push({
      servers: serverCount,
      rate,
      acknowledged: spread(took),
      seen: spread(heard),
      notSeen: marked.length * pages.length - heard.length,
      loopMs:
        Math.max(...metrics.map((metric) => metric('nodejs_eventloop_lag_p99_seconds'))) * 1000,
      memory,
      startBytes: `${seen.started('visitor')}, ${seen.started('monitor')}`,
    })
    if (quantile(heard, 0.99) > seenWithinMs) break
  }
  await Promise.all(pages.map((page) => page.close()))
  await Promise.all(servers.map((server) => server.kill('SIGKILL')))
  return found
}

/** So many marks a second, whether the ones before are acknowledged or not; gives how long each took. */
async function marksAt(
  rate: number,
  marked: readonly string[],
  servers: readonly ServerProcess[],
  token: string,
  seen: ReturnType<typeof watch>,
): Promise<number[]> {
  const beginsAt = performance.now()
  return Promise.all(
    marked.map(async (id, place) => {
      const server = servers[place % servers.length]
      if (server === undefined) throw new Error('There is no server')
      await delay(beginsAt + (place * 1000) / rate - performance.now())
      const sentAt = performance.now()
      seen.sent(id, sentAt)
      const answer = await post(server, token, 'tent-checks/update', { id, misses: 1 })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`A mark was answered with ${answer.status}`)
      return performance.now() - sentAt
    }),
  )
}

/** When which page heard of which mark, in milliseconds after it was sent. */
function watch() {
  const sentAt = new Map<string, number>()
  const bytes = new Map<string, number>()
  let heard: number[] = []
  return {
    sent: (id: string, at: number) => sentAt.set(id, at),
    hearer: (audience: string) => () => (packet: string) => {
      if (packet.startsWith('42["checkStarted"')) bytes.set(audience, Buffer.byteLength(packet))
      if (!packet.startsWith('42["tentStatusUpdated"')) return
      const begins = packet.indexOf('"id":"') + 6
      const at = sentAt.get(packet.slice(begins, packet.indexOf('"', begins)))
      if (at !== undefined) heard.push(performance.now() - at)
    },
    started: (audience: string) => bytes.get(audience) ?? 0,
    take(): number[] {
      const all = heard
      heard = []
      return all
    },
  }
}
