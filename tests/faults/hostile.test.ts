import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { openSocket } from '../../bench/sockets.ts'
import { randomOf } from '../../src/server/random.ts'
import type { Tent } from '../../src/shared/tents/contract.ts'
import { anyMomentWithin } from '../support/any-moment.ts'
import { get, post, signInTo } from '../support/calls.ts'
import { uploadPdf } from '../support/demo-server.ts'
import { makePdf } from '../support/pdf.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { seed, times } from '../support/times.ts'
import { until } from '../support/until.ts'

/** How long the crowd stays: HOSTILE_SECONDS, or 10 minutes in the long form. */
const seconds = Number(process.env['HOSTILE_SECONDS'] ?? times(2, 600))
const phoneCount = 5
/** The most that a phone waits between two tents. */
const restMs = times(100, 500)
/** What the server may hold more than it did in peace. */
const moreMB = 400
const slowerAtMost = 3

const dataDir = mkdtempSync(join(tmpdir(), 'tent-city-hostile-'))
let server: ServerProcess
afterAll(async () => {
  await server?.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

type Phone = { token: string; heard: Set<string> }

/** A phone that sends marks, and a page on it that hears of everyone's. */
async function openPhone(): Promise<Phone> {
  const token = await signInTo(server, server.account('line monitor'))
  const heard = new Set<string>()
  await openSocket(server.url, token, (packet) => {
    const id = /^42\["tentStatusUpdated",\{"id":"([^"]+)"/.exec(packet)?.[1]
    if (id !== undefined) heard.add(id)
  })
  return { token, heard }
}

/** Again until the server says yes, as a phone does. */
async function insist(phone: Phone, path: string, body: object): Promise<void> {
  await until(async () => {
    const answer = await post(server, phone.token, path, body).catch(() => null)
    // Throws once there is nobody left to insist on.
    if (answer === null) process.kill(server.pid, 0)
    return answer?.status === 200
  })
}

/** One check of every tent, marked by all phones; what each mark took, in ms. */
async function check(phones: Phone[], ids: string[], missed: Map<string, number>) {
  const [first] = phones
  if (first === undefined) throw new Error('A check takes a phone')
  for (const { heard } of phones) heard.clear()
  const tents = ids.map((id, place) => ({ id, groupIndex: place % phoneCount }))
  await insist(first, 'start-check', { tents, numCheckers: phoneCount })
  const took: number[] = []
  await Promise.all(
    phones.map(async (phone, place) => {
      for (const id of ids.filter((_, index) => index % phoneCount === place)) {
        const isMiss = random() < 0.5
        const mark = { id, markId: randomUUID(), ...(isMiss ? { misses: 1 } : { lastCheck: '' }) }
        const from = performance.now()
        await insist(phone, 'tent-checks/update', mark)
        took.push(performance.now() - from)
        if (isMiss) missed.set(id, (missed.get(id) ?? 0) + 1)
        await anyMomentWithin(restMs, random)
      }
    }),
  )
  // Nobody's page was cut off with those of the crowd.
  for (const { heard } of phones) await expect.poll(() => heard.size).toBe(ids.length)
  await post(server, first.token, 'end-check', {})
  return took
}

const random = randomOf(seed)

const p99 = (took: number[]) => took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0

/** What the process holds, in MB; 0 where the system does not say. */
function heldMB(): number {
  const path = `/proc/${server.pid}/status`
  if (!existsSync(path)) return 0
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) / 1000
}

async function startCrowd() {
  const script = ['--import', 'tsx', 'tests/support/hostile-crowd.ts']
  const args = [server.url, `${seed}`, `${times(15, 10)}`, server.account('line monitor').netID]
  const crowd = spawn(process.execPath, [...script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void crowd.kill('SIGKILL'))
  const lines = createInterface({ input: crowd.stdout })
  await once(lines, 'line')
  return async (): Promise<string> => {
    const said = once(lines, 'line')
    crowd.kill('SIGTERM')
    return String((await said)[0])
  }
}

it('a crowd that says whatever it likes ends nothing, fills nothing and loses no mark of a check beside it', {
  timeout: times(240_000, 1_800_000),
}, async () => {
  server = await startServer({ DATA_DIR: dataDir })
  const bytes = makePdf({ pages: 20, paddingBytes: times(1_000_000, 14_000_000) })
  await uploadPdf(server, 'policy', bytes)
  const phones = await Promise.all(Array.from({ length: phoneCount }, openPhone))
  const token = phones[0]?.token ?? ''
  const before = await get<Tent[]>(server, token, 'tent-checks')
  const ids = before.map(({ id }) => id)
  const missed = new Map<string, number>()

  const inPeace: number[] = []
  for (let count = 0; count < times(1, 5); count += 1) {
    inPeace.push(...(await check(phones, ids, missed)))
  }
  const heldInPeace = heldMB()

  const leave = await startCrowd()
  const leaveAt = performance.now() + seconds * 1000
  const beside: number[] = []
  let heldMost = 0
  const looking = setInterval(() => {
    heldMost = Math.max(heldMost, heldMB())
  }, 200)
  onTestFinished(() => clearInterval(looking))
  while (performance.now() < leaveAt) beside.push(...(await check(phones, ids, missed)))
  clearInterval(looking)
  const acts = await leave()

  console.log(
    `${beside.length} marks beside a crowd for ${seconds} s, seed ${seed}: ${acts}.`,
    `Marks' p99 ${p99(beside).toFixed(0)} ms beside it, ${p99(inPeace).toFixed(0)} ms in peace;`,
    `the server held ${heldMost.toFixed(0)} MB at most, ${heldInPeace.toFixed(0)} MB in peace.`,
  )
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(heldMost).toBeLessThan(heldInPeace + moreMB)
  const after = await get<Tent[]>(server, token, 'tent-checks')
  const misses = (tents: Tent[]) =>
    new Map(tents.map((tent) => [tent.id, tent.numberOfMisses ?? 0]))
  const expected = misses(before)
  for (const [id, count] of missed) expected.set(id, (expected.get(id) ?? 0) + count)
  expect(misses(after)).toEqual(expected)
  // The few marks of the short form say nothing of the slowest hundredth of them.
  if (times(false, true)) expect(p99(beside)).toBeLessThan(slowerAtMost * p99(inPeace))
})
