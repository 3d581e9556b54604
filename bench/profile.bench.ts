import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Tent } from '../src/shared/tents/contract.ts'
import { get, post, signInTo } from '../tests/support/calls.ts'
import { startServer } from '../tests/support/server-process.ts'
import { report } from './figures.ts'
import { load } from './http.ts'

/**
 * Where the time goes in the thread that serves, by Node's own profiler: from the start of the
 * process until it answers, during marks of one phone, and during requests for the list of tents; on
 * the embedded engine.
 */
const checks = 4
const requests = 10_000
const sampleEveryMicros = 100

const waiting = 'waiting for the disk, the client or other threads'
/** The first pattern that fits a function's file names its part; if none fits: Node itself. */
const parts = [
  // Its own map leads to `src` beside the package, where its parts are called like the engines.
  [/drizzle-orm|node_modules\/src\//, 'the query builder'],
  [/^wasm:|pglite/, 'the engine'],
  [/modules\/(esm|cjs|run_main)|^node:vm|loader/, 'reading and linking scripts'],
  [/fastify|find-my-way|avvio|pino|ajv|json-stringify|_http_|node:net|streams?\b/, 'HTTP'],
  [/socket\.io|engine\.io|\/ws\//, 'live pages'],
  [/typebox/, 'the schemas'],
  [/node_modules/, 'other packages'],
  [/(^|\/)src\//, 'our own code'],
] as const

type Profile = {
  nodes: { id: number; callFrame: Frame }[]
  samples: number[]
  timeDeltas: number[]
  /** By the same clock as `performance`, in microseconds. */
  startTime: number
}
type Frame = { functionName: string; url: string; lineNumber: number; columnNumber: number }
type Span = { from: number; until: number; count: number }

const maps = new Map<string, SourceMap>()
const folder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))
const profiles = join(folder, 'profiles')
const where = { DATA_DIR: join(folder, 'data'), RATE_LIMIT_FACTOR: '1000' }
// The first start makes the database and the demo season.
await (await startServer(where)).kill('SIGTERM')
const started = nowMicros()
const server = await startServer(where, '.', [
  '--cpu-prof',
  `--cpu-prof-dir=${profiles}`,
  `--cpu-prof-interval=${sampleEveryMicros}`,
])
const start: Span = { from: started, until: nowMicros(), count: 1 }
const token = await signInTo(server, server.account('line monitor'))
const tents = await get<Tent[]>(server, token, 'tent-checks')
await markAll()
const marks: Span[] = []
for (let check = 0; check < checks; check += 1) marks.push(await markAll())
const asking = {
  paths: ['/api/tent-checks'],
  headers: { 'accept-encoding': 'gzip', authorization: `Bearer ${token}` },
  status: 200,
}
await load(server, { ...asking, amount: requests })
const askedFrom = nowMicros()
const { perSecond } = await load(server, { ...asking, amount: requests })
const until = askedFrom + (requests / perSecond) * 1e6
const gets: Span = { from: askedFrom, until, count: requests }
await server.kill('SIGTERM')

const profile = readProfile()
const columns = [partsIn([start]), partsIn(marks), partsIn([gets])]
const names = [...new Set(columns.flatMap((parts) => [...parts.keys()]))].toSorted()
const micros = (parts: Map<string, number>, name: string) => parts.get(name) ?? 0
const busy = (parts: Map<string, number>) =>
  [...parts].reduce((sum, [name, took]) => sum + (name === waiting ? 0 : took), 0)
report('profile', {
  head: ['', 'the start, ms', 'a mark, µs', 'GET /api/tent-checks, µs'],
  rows: [
    ...names.map((name) => row(name, (parts) => micros(parts, name))),
    row('all but waiting', busy),
  ],
})
rmSync(folder, { recursive: true, force: true })

function row(name: string, of: (parts: Map<string, number>) => number): string[] {
  return [name, ...columns.map((parts, place) => (of(parts) / (place === 0 ? 1000 : 1)).toFixed(0))]
}

function nowMicros(): number {
  return Number(process.hrtime.bigint() / 1000n)
}

/** One phone marks all tents of a check, one after the other. */
async function markAll(): Promise<Span> {
  await post(server, token, 'start-check', { tents, numCheckers: 1 })
  // What a start leaves to be done is not what a mark takes.
  await new Promise((ready) => setTimeout(ready, 1000))
  const from = nowMicros()
  for (const { id } of tents) {
    const answer = await post(server, token, 'tent-checks/update', { id, lastCheck: '' })
    await answer.arrayBuffer()
  }
  const span = { from, until: nowMicros(), count: tents.length }
  await post(server, token, 'end-check', {})
  return span
}

function readProfile(): Profile {
  const [largest] = readdirSync(profiles)
    .map((name) => readFileSync(join(profiles, name), 'utf8'))
    .toSorted((a, b) => b.length - a.length)
  return JSON.parse(largest ?? '')
}

/** What each part took in these spans, in microseconds for one of what they count. */
function partsIn(spans: readonly Span[]): Map<string, number> {
  const partOfNode = new Map(profile.nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]))
  const took = new Map<string, number>()
  const count = spans.reduce((sum, span) => sum + span.count, 0)
  let at = profile.startTime
  for (const [place, node] of profile.samples.entries()) {
    const delta = profile.timeDeltas[place] ?? 0
    at += delta
    if (!spans.some(({ from, until }) => from <= at && at < until)) continue
    const part = partOfNode.get(node) ?? ''
    took.set(part, (took.get(part) ?? 0) + delta / count)
  }
  return took
}

function partOf(frame: Frame): string {
  const { functionName } = frame
  if (functionName === '(idle)') return waiting
  if (functionName === '(garbage collector)') return 'collecting garbage'
  const source = sourceOf(frame)
  return parts.find(([file]) => file.test(source))?.[1] ?? 'Node itself'
}

/** The file that a function of the bundle comes from, by the map beside it. */
function sourceOf({ url, lineNumber, columnNumber }: Frame): string {
  if (!url.includes('/dist/server/')) return url
  const file = join('dist/server', basename(url))
  const map = maps.get(file) ?? new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
  maps.set(file, map)
  const entry = map.findEntry(lineNumber, columnNumber)
  return 'originalSource' in entry ? entry.originalSource : url
}
