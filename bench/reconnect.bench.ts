import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { WebSocket } from 'ws'
import type { Tent } from '../src/shared/tents/contract.ts'
import { get, post, registerFirst } from '../tests/support/calls.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { websocketAddress } from '../tests/support/raw-websocket.ts'
import { type ServerProcess, startServer } from '../tests/support/server-process.ts'
import { median, report, rounds } from './figures.ts'
import { cpuSeconds, startFloor } from './processes.ts'

/**
 * A whole campus connects again after the server was killed in the middle of a check: until the
 * last of them has heard how the check stands, beside bare ws that tells as many the same.
 */
const students = Number(process.env['STUDENTS'] ?? 1600)

const postgres = await startPostgres(mkdtempSync(join(tmpdir(), 'tent-city-bench-')), true)
const env = { DATABASE_URL: postgres.url, RATE_LIMIT_FACTOR: '1000' }
let server = await startServer(env)
const boss = await registerFirst(server)
await post(server, boss, 'roster/demo', {})
const people = await addPeople()

const ours: Run[] = []
const bare: Run[] = []
let marked = 0
let failed = 0
for (let round = 0; round < rounds; round += 1) {
  const tents = await get<Tent[]>(server, boss, 'tent-checks')
  await post(server, boss, 'start-check', { tents, numCheckers: 10 })
  await server.kill('SIGKILL')
  server = await startServer(env)

  const stopMarking = markAll(server, tents)
  const run = await connectAll(server)
  ours.push(run)
  const answers = await stopMarking()
  marked += answers.length
  failed += answers.filter((status) => status !== 200).length
  await post(server, boss, 'cancel-check', {})

  const file = join(tmpdir(), `tent-city-frames-${process.pid}.json`)
  writeFileSync(file, JSON.stringify(run.frames))
  const floor = await startFloor('sockets', { FRAMES: file })
  bare.push(await connectAll(floor))
  await floor.stop()
  rmSync(file)
}
await server.kill('SIGKILL')
await postgres.stop()

const row = (name: string, runs: Run[]) => {
  const ms = median(runs.map((run) => run.ms))
  const cpu = median(runs.map((run) => run.cpuMs))
  const ratio = ms / median(bare.map((run) => run.ms))
  const strangers = Math.max(...runs.map((run) => run.strangers))
  return [
    name,
    String(students),
    ms.toFixed(0),
    cpu.toFixed(0),
    ratio.toFixed(2),
    String(strangers),
  ]
}
report('reconnect', {
  head: ['', 'sockets', 'all have heard, ms', 'server, ms CPU', '÷ bare', 'taken for visitors'],
  rows: [row('server', ours), row('bare ws', bare)],
})
console.log(`${marked} marks were sent meanwhile, ${failed} of them not acknowledged.`)
if (failed > 0) process.exitCode = 1

type Person = { token: string; as: 'monitor' | 'student' }
type Run = { ms: number; cpuMs: number; strangers: number; frames: Record<string, string[]> }
type Page = { socket: WebSocket; frames: string[] }

/** Connects everybody at once. `strangers`: how many monitors were taken for visitors. */
async function connectAll(target: { url: string; pid: number }): Promise<Run> {
  const cpuBefore = cpuSeconds(target.pid)
  const startedAt = performance.now()
  const pages = await Promise.all(people.map((person) => connect(target.url, person)))
  const ms = performance.now() - startedAt
  const cpuMs = (cpuSeconds(target.pid) - cpuBefore) * 1000
  for (const { socket } of pages) socket.terminate()
  const framesOf = (as: Person['as']) =>
    pages[people.findIndex((person) => person.as === as)]?.frames
  const strangers = people.filter(
    ({ as }, place) => as === 'monitor' && !/"members":"[^"]/.test(pages[place]?.frames[2] ?? ''),
  )
  const frames = { monitor: framesOf('monitor') ?? [], student: framesOf('student') ?? [] }
  return { ms, cpuMs, strangers: strangers.length, frames }
}

/** As a page of ours does, in the words of Engine.IO and Socket.IO; until it knows of the check. */
function connect(url: string, { token, as }: Person): Promise<Page> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(websocketAddress(url, `&as=${as}`), { perMessageDeflate: false })
    const frames: string[] = []
    socket.once('error', reject)
    socket.on('message', (data) => {
      const frame = String(data)
      // A page may be told of new marks before it is told of the check: these are skipped.
      if (frames.length === 2 && !frame.startsWith('42["checkStarted"')) return
      frames.push(frame)
      if (frames.length === 1) socket.send(`40${JSON.stringify({ token })}`)
      if (frames.length === 3) resolve({ socket, frames })
    })
  })
}

/** One mark after the other, four a second, until stopped; gives how each was answered. */
function markAll(at: ServerProcess, tents: Tent[]) {
  let isStopped = false
  const statuses: number[] = []
  const marking = (async () => {
    for (const { id } of tents) {
      if (isStopped) return
      const answer = await post(at, boss, 'tent-checks/update', { id, misses: 1 })
      statuses.push(answer.status)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  })()
  return async () => {
    isStopped = true
    await marking
    return statuses
  }
}

/** Accounts with a session each, straight into the database. */
async function addPeople(): Promise<Person[]> {
  const added = Array.from({ length: students }, (_, place): Person & { netID: string } => ({
    netID: `student${place}`,
    token: randomBytes(32).toString('base64url'),
    as: place % 50 === 0 ? 'monitor' : 'student',
  }))
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  for (const { netID, token, as } of added) {
    const hash = createHash('sha256').update(token).digest('hex')
    await client.query(
      `insert into users (net_id, first_name, last_name, email, password_hash, is_line_monitor, is_super_user, created_at)
       values ($1, 'Robin', 'Test', $1 || '@example.edu', '', $2, false, now())`,
      [netID, as === 'monitor'],
    )
    await client.query(
      `insert into sessions (token_hash, net_id, device, created_at, last_used_at, expires_at)
       values ($1, $2, '', now(), now() - interval '2 days', now() + interval '1 day')`,
      [hash, netID],
    )
  }
  await client.end()
  return added
}
