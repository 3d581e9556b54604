import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tent } from '../src/shared/tents/contract.ts'
import { get, post, signInTo } from '../tests/support/calls.ts'
import { startServer } from '../tests/support/server-process.ts'
import { quantile, report, rounds } from './figures.ts'
import { startFloor } from './processes.ts'
import { openSockets } from './sockets.ts'

/**
 * From the moment a monitor's phone sends a mark until a page, and until every page, has been
 * told: ours beside bare ws that keeps each mark by one INSERT and sends the same bytes to as many.
 */
const sizes = [500, 2000, 5000]
const monitors = 30
const marksEach = 40

type Took = { answer: number[]; middle: number[]; all: number[] }
type Side = {
  took: Took
  mark: (number: number, id: string) => Promise<Response>
  pages: Awaited<ReturnType<typeof openPages>>
}

const folder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))
const server = await startServer({ DATA_DIR: join(folder, 'ours'), RATE_LIMIT_FACTOR: '1000' })
const token = await signInTo(server, server.account('line monitor'))
const tents = await get<Tent[]>(server, token, 'tent-checks')

const rows: string[][] = []
const lines = { ours: [] as number[], floor: [] as number[] }
for (const size of sizes) {
  const floorServer = await startFloor('ws', { DATA_DIR: join(folder, `floor-${size}`) })
  await post(server, token, 'start-check', { tents, numCheckers: 1 })
  const ours: Side = {
    took: { answer: [], middle: [], all: [] },
    mark: (_number, id) => post(server, token, 'tent-checks/update', { id, misses: 1 }),
    pages: await openPages(server.url, size),
  }
  const floor: Side = {
    took: { answer: [], middle: [], all: [] },
    mark: (number, id) => postFloor(floorServer.url, ours.pages.packetsOf(number), id),
    pages: await openPages(floorServer.url, size),
  }
  let next = 0
  for (let round = 0; round < rounds; round += 1) {
    const marked = tents.slice(next, next + marksEach)
    for (const [place, { id }] of marked.entries()) await tap(ours, next + place + 2, id)
    for (const [place, { id }] of marked.entries()) await tap(floor, next + place + 2, id)
    next += marksEach
  }
  rows.push(...rowsOf(size, ours, floor))
  lines.ours.push(quantile(ours.took.all, 0.5))
  lines.floor.push(quantile(floor.took.all, 0.5))
  await Promise.all([ours.pages.close(), floor.pages.close()])
  await floorServer.stop()
  await post(server, token, 'cancel-check', {})
}
report(
  'fan-out',
  {
    head: [
      'pages',
      'who',
      'answer p50 ms',
      'half p50',
      'all p50',
      'all p99',
      'all ÷ floor',
      'lost',
    ],
    rows,
  },
  [
    {
      title: 'From the tap until all pages are told, p50',
      x: { name: 'pages', values: sizes },
      y: 'ms',
      lines,
    },
  ],
)
await server.kill('SIGKILL')
rmSync(folder, { recursive: true, force: true })

/** Pages of both audiences, of which each must hear every mark once and in order. */
async function openPages(url: string, count: number) {
  const packets = new Map<number, Record<string, string>>()
  let wrong = 0
  let heard: { number: number; count: number; middleAt: number; done: () => void } | null = null
  const hearer = (audience: string) => () => {
    let last = 0
    return (packet: string) => {
      if (!packet.startsWith('42["tentStatusUpdated"')) return
      const number = Number(/"number":(\d+)/.exec(packet)?.[1])
      if (heard?.number !== number || (last !== 0 && number !== last + 1)) wrong += 1
      last = number
      if (heard === null) return
      heard.count += 1
      if (heard.count === Math.ceil(count / 2)) heard.middleAt = performance.now()
      packets.set(number, { ...packets.get(number), [audience]: packet })
      if (heard.count === count) heard.done()
    }
  }
  const [visitors, lineMonitors] = await Promise.all([
    openSockets(url, count - monitors, { hearer: hearer('visitors') }),
    openSockets(url, monitors, { token, hearer: hearer('lineMonitors') }),
  ])
  return {
    /** What each audience was told. */
    packetsOf: (number: number) => packets.get(number),
    /** When half of them and when all of them have heard of a mark. */
    hear: (number: number) =>
      new Promise<{ middleAt: number; allAt: number }>((resolve) => {
        const about = { number, count: 0, middleAt: 0, done: () => {} }
        about.done = () => resolve({ middleAt: about.middleAt, allAt: performance.now() })
        heard = about
      }),
    wrong: () => wrong,
    close: async () => {
      await Promise.all([...visitors, ...lineMonitors].map((page) => page.close()))
    },
  }
}

async function tap({ pages, mark, took }: Side, number: number, id: string): Promise<void> {
  const hearing = pages.hear(number)
  const startedAt = performance.now()
  const answering = mark(number, id).then(async (answer) => {
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`A mark was answered with ${answer.status}`)
    took.answer.push(performance.now() - startedAt)
  })
  const { middleAt, allAt } = await hearing
  took.middle.push(middleAt - startedAt)
  took.all.push(allAt - startedAt)
  await answering
}

function postFloor(url: string, packets: object | undefined, id: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  return fetch(`${url}/${id}`, { method: 'POST', headers, body: JSON.stringify(packets) })
}

function rowsOf(size: number, ours: Side, floor: Side): string[][] {
  return Object.entries({ ours, floor }).map(([who, { took, pages }]) => [
    String(size),
    who,
    quantile(took.answer, 0.5).toFixed(1),
    quantile(took.middle, 0.5).toFixed(1),
    quantile(took.all, 0.5).toFixed(1),
    quantile(took.all, 0.99).toFixed(1),
    (quantile(took.all, 0.5) / quantile(floor.took.all, 0.5)).toFixed(2),
    String(pages.wrong()),
  ])
}
