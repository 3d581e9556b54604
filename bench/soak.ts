import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { randomOf } from '../src/server/random.ts'
import type { CheckStatus } from '../src/shared/tent-check/contract.ts'
import type { Tent } from '../src/shared/tents/contract.ts'
import { nextPicture, nothingKnown, type Picture } from '../src/web/tent-check/live/picture.ts'
import { get, post, signInTo } from '../tests/support/calls.ts'
import { startDemoServer } from '../tests/support/demo-server.ts'
import { seed } from '../tests/support/times.ts'
import { report } from './figures.ts'
import { metricsOf, metricsToken } from './processes.ts'
import { openSocket, type PageSocket } from './sockets.ts'

/**
 * Half an hour of a busy night on the built server: 500 pages, a check every 2 minutes that five
 * monitors mark, a fifth of the marks sent twice, pages that reload and reconnect all the while.
 * It fails where a mark is lost or doubled, or a page shows something else than the server.
 */
const minutes = Number(process.env['SOAK_MINUTES'] ?? 30)
const pageCount = 500
const checkEveryMs = 120_000
/** Marks end this long before the next check begins, so that pages are compared at rest. */
const restMs = 20_000
const monitorCount = 5
const reloadEveryMs = 400
const sampleEveryMs = 10_000
const random = randomOf(seed)

const server = await startDemoServer({ RATE_LIMIT_FACTOR: '1000', METRICS_TOKEN: metricsToken })
const token = await signInTo(server, server.account('line monitor'))

type Page = { token: string | undefined; socket: PageSocket; picture: Picture }
const pages = await Promise.all(
  Array.from({ length: pageCount }, (_, place) => openPage(place % 16 === 0 ? token : undefined)),
)

type Sample = { minute: number; residentMb: number; heapMb: number; lagP99Ms: number }
const samples: Sample[] = []
const startedAt = performance.now()
const endsAt = startedAt + minutes * 60_000
const elapsed = () => performance.now() - startedAt
const isOver = () => performance.now() >= endsAt
let [checks, acknowledged, resent, reloads] = [0, 0, 0, 0]
const faults: string[] = []

await Promise.all([runChecks(), reloadPages(), takeSamples()])

const half = samples.slice(Math.floor(samples.length / 2))
report(
  'soak',
  {
    head: ['', ''],
    rows: [
      ['minutes; pages', `${minutes}; ${pageCount}`],
      ['checks; marks acknowledged', `${checks}; ${acknowledged}`],
      ['of them sent twice; reloads', `${resent}; ${reloads}`],
      ['marks lost or doubled, pages unlike the server', String(faults.length)],
      ['memory at the end, MB', (samples.at(-1)?.residentMb ?? 0).toFixed(0)],
      ['memory, second half, MB a minute', slope(half, ({ residentMb }) => residentMb).toFixed(2)],
      ['heap, second half, MB a minute', slope(half, ({ heapMb }) => heapMb).toFixed(2)],
      ['delay of the event loop, worst p99 of 10 s, ms', worstLag().toFixed(1)],
    ],
  },
  [
    {
      title: 'Memory over the soak, MB',
      x: { name: 'minute', values: thinned(samples).map(({ minute }) => minute.toFixed(1)) },
      y: 'MB',
      lines: {
        resident: thinned(samples).map(({ residentMb }) => residentMb),
        heap: thinned(samples).map(({ heapMb }) => heapMb),
      },
    },
  ],
)
for (const fault of faults.slice(0, 20)) console.error(fault)
await server.close()
process.exit(faults.length === 0 ? 0 : 1)

async function runChecks(): Promise<void> {
  while (!isOver()) {
    const nextAt = performance.now() + checkEveryMs
    await runCheck(Math.min(nextAt, endsAt) - restMs)
    checks += 1
    await delay(Math.max(0, Math.min(nextAt, endsAt) - performance.now()))
  }
}

/** One check, its tents marked by several monitors until all are or the time is over. */
async function runCheck(until: number): Promise<void> {
  const tents = await get<Tent[]>(server, token, 'tent-checks')
  const started = await post(server, token, 'start-check', { tents, numCheckers: monitorCount })
  const { checkId } = await started.json()
  const told = new Map<string, number>()
  const left = tents.map(({ id }) => id)
  const pauseMs = ((until - performance.now()) / tents.length) * monitorCount
  async function markSome(): Promise<void> {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      await markTent(id, checkId)
      told.set(id, (told.get(id) ?? 0) + 1)
      await delay(random() * 2 * pauseMs)
      if (performance.now() > until) return
    }
  }
  await Promise.all(Array.from({ length: monitorCount }, markSome))
  await compare(told)
  await post(server, token, 'end-check', {})
  const misses = await get<Tent[]>(server, token, 'tent-checks')
  for (const [place, { id, numberOfMisses }] of misses.entries()) {
    const added = (numberOfMisses ?? 0) - (tents[place]?.numberOfMisses ?? 0)
    if (added !== (told.has(id) && isMiss(id) ? 1 : 0)) faults.push(`${id}: ${added} misses more`)
  }
}

/** Always the same for one tent, so that its misses can be foretold. */
function isMiss(id: string): boolean {
  return id.charCodeAt(0) % 4 === 0
}

async function markTent(id: string, checkId: string): Promise<void> {
  const result = isMiss(id) ? { misses: 1 } : { lastCheck: '' }
  const body = { id, checkId, markId: randomUUID(), ...result }
  const times = random() < 0.2 ? 2 : 1
  if (times === 2) resent += 1
  const answers = await Promise.all(
    Array.from({ length: times }, () => post(server, token, 'tent-checks/update', body)),
  )
  for (const answer of answers) {
    await answer.arrayBuffer()
    if (!answer.ok) faults.push(`A mark was answered with ${answer.status}`)
  }
  acknowledged += 1
}

/** Is every mark there once, and does every page show what the server says? */
async function compare(told: Map<string, number>): Promise<void> {
  const status = await get<CheckStatus>(server, token, 'check-status')
  const marked = status.marked.map(({ tent }) => tent.id)
  const isOnce = new Set(marked).size === marked.length && marked.length === told.size
  if (!isOnce || marked.some((id) => !told.has(id))) faults.push('The ledger has other marks')
  const wanted = status.activeTents.map(({ id }) => id).join()
  const shows = (page: Page) =>
    page.picture.check?.checkId === status.checkId &&
    page.picture.check?.tents.map(({ id }) => id).join() === wanted
  // What is on its way, or reloads just now, has this long to arrive.
  for (let waitedMs = 0; waitedMs < restMs / 2 && !pages.every(shows); waitedMs += 100) {
    await delay(100)
  }
  const unlike = pages.filter((page) => !shows(page)).length
  if (unlike > 0) faults.push(`${unlike} pages show something else than the server`)
}

async function openPage(pageToken: string | undefined): Promise<Page> {
  const page: Partial<Page> & Pick<Page, 'picture'> = { picture: nothingKnown }
  page.socket = await openSocket(server.url, pageToken, (packet) => {
    page.picture = hear(page.picture, packet)
  })
  return Object.assign(page, { token: pageToken, socket: page.socket })
}

function hear(picture: Picture, packet: string): Picture {
  const [name, told, position] = JSON.parse(packet.slice(2))
  switch (name) {
    case 'checkStarted':
    case 'tentStatusUpdated':
      return nextPicture(picture, { type: name, args: [told] })
    case 'excludedNamesUpdated':
      return nextPicture(picture, { type: name, args: [told, position] })
    default:
      return nextPicture(picture, { type: 'checkClosed', checkId: told.checkId })
  }
}

/** Half of them load the whole page anew, the others lost their connection for a moment. */
async function reloadPages(): Promise<void> {
  while (!isOver()) {
    await delay(reloadEveryMs * 2 * random())
    const place = Math.floor(random() * pages.length)
    const page = pages[place]
    if (page === undefined) continue
    await page.socket.close()
    if (random() < 0.5) {
      for (const path of ['', 'api/check-status', 'api/tent-checks', 'api/tent-link']) {
        const headers = page.token ? { authorization: `Bearer ${page.token}` } : {}
        const answer = await fetch(`${server.url}/${path}`, { headers })
        await answer.arrayBuffer()
        if (!answer.ok) faults.push(`/${path} was answered with ${answer.status}`)
      }
    }
    pages[place] = await openPage(page.token)
    reloads += 1
  }
}

async function takeSamples(): Promise<void> {
  while (!isOver()) {
    const value = await metricsOf(server)
    samples.push({
      minute: elapsed() / 60_000,
      residentMb: value('process_resident_memory_bytes') / 1e6,
      heapMb: value('nodejs_heap_size_used_bytes') / 1e6,
      lagP99Ms: value('nodejs_eventloop_lag_p99_seconds') * 1000,
    })
    await delay(sampleEveryMs)
  }
}

/** Without the first, which tells of the start. */
function worstLag(): number {
  return Math.max(...samples.slice(1).map(({ lagP99Ms }) => lagP99Ms))
}

/** By how much it grows in a minute: the line that fits best. */
function slope(points: Sample[], of: (sample: Sample) => number): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const middle = mean(points.map(({ minute }) => minute))
  const level = mean(points.map(of))
  const along = points.map((point) => (point.minute - middle) * (of(point) - level))
  const spread = points.map((point) => (point.minute - middle) ** 2)
  return mean(along) / mean(spread)
}

/** About thirty of them, as many as a plot can show. */
function thinned(all: Sample[]): Sample[] {
  const step = Math.ceil(all.length / 30)
  return all.filter((_, place) => place % step === 0)
}
