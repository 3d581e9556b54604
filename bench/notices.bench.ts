import { createECDH, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { openSession } from '../src/server/accounts/sessions.ts'
import { readConfig } from '../src/server/config.ts'
import { sha256, systemContext } from '../src/server/context.ts'
import type { Tx } from '../src/server/db/database.ts'
import { updateNoticeSettings } from '../src/server/notices/store.ts'
import { insertSubscription } from '../src/server/push/store.ts'
import { defaultNoticeSettings } from '../src/shared/notices/contract.ts'
import { post, signInTo } from '../tests/support/calls.ts'
import { freePort } from '../tests/support/free-port.ts'
import { startServer } from '../tests/support/server-process.ts'
import { addTenters, tentsOfPeople } from '../tests/support/tenters.ts'
import { bothEngines, type Place } from './engines.ts'
import { report, rounds } from './figures.ts'
import { marksBeside, timedCheck } from './marks.ts'
import { startFloor } from './processes.ts'

/**
 * How long a mark takes until it is acknowledged beside 1,600 browsers that take pushes, 300 notices
 * that wait and a mail server that takes none, and beside nothing of it, in turns; and how long 1,600
 * pushes take, beside as many bare requests of the same size.
 */
const boss = { netID: 'boss', password: 'gloves-at-2-am' }
const { places, end } = await bothEngines()
const tents = tentsOfPeople(133, 12)
const people = tents.flatMap(({ netIDs }) => netIDs).slice(0, 1600)
// In a process of its own: here it would slow what is measured.
const service = await startFloor('push-service')
const agent = new Agent({ keepAlive: true, maxSockets: 10, rejectUnauthorized: false })

const rows: string[][] = []
for (const [engine, place] of Object.entries(places)) {
  const found = await measured(place)
  rows.push(...found.map((row) => [engine, ...row]))
}
report('notices', { head: ['engine', '', 'with', 'without', 'ratio'], rows })
await Promise.all([end(), service.stop()])
agent.destroy()

async function measured(place: (name: string) => Promise<Place>): Promise<string[][]> {
  const alone = await city(await place('alone'), {})
  const beside = await city(
    await place('beside'),
    {
      SMTP_URL: 'smtp://127.0.0.1:9',
      PUSH_TEST_ORIGIN: service.url,
      NOTICE_DELAY_SECONDS: '1',
    },
    subscribeAll,
  )
  // A check before leaves Misses to tell, and everything that can be pushed is pushed meanwhile.
  const took = { alone: [] as number[][], beside: [] as number[][] }
  for (const each of [alone, beside]) await each.marks()
  for (let round = 0; round < rounds * 2; round += 1) {
    took.alone.push(await alone.marks())
    took.beside.push(await beside.marks())
  }
  await settled()
  const pushes = await beside.declareGrace()
  const floor = await bareRequests(1600)
  await Promise.all([alone.stop(), beside.stop()])
  return [
    ...marksBeside(took.beside, took.alone),
    [
      '1,600 pushes s',
      (pushes / 1000).toFixed(2),
      (floor / 1000).toFixed(2),
      (pushes / floor).toFixed(2),
    ],
  ]
}

async function city(where: Place, env: Record<string, string>, more?: (tx: Tx) => Promise<void>) {
  await addTenters(where, tents, boss, more)
  const port = await freePort()
  const address = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }
  const quiet = { LOG_LEVEL: 'fatal', NODE_ENV: 'production' }
  const server = await startServer({ ...where, ...address, ...quiet, ...env })
  const token = await signInTo(server, boss)
  return {
    marks: () => timedCheck(server, token, tents, { phones: 1, misses: 25 }),
    async declareGrace(): Promise<number> {
      const before = await timesAsked()
      const startedAt = performance.now()
      const until = new Date(Date.now() + 3_600_000).toISOString()
      await post(server, token, 'grace', { until, reason: 'Snow' })
      await until1600(before)
      return performance.now() - startedAt
    },
    stop: () => server.kill('SIGTERM'),
  }
}

/** Everyone wants everything, on one browser each. */
async function subscribeAll(tx: Tx): Promise<void> {
  const ctx = { ...systemContext, config: readConfig({}) }
  const push = { grace: true, myTent: true, dispute: true, check: true, needed: true }
  for (const netID of people) {
    await updateNoticeSettings(tx, netID, { ...defaultNoticeSettings, push })
    const { token } = await openSession(ctx as never, tx, netID, '')
    const keys = {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    }
    const owner = { netID, tokenHash: sha256(token) }
    const subscription = { endpoint: `${service.url}/${netID}`, ...keys }
    await insertSubscription(tx, subscription, owner, ctx.now(), 10)
  }
}

async function until1600(before: number): Promise<void> {
  while ((await timesAsked()) - before < people.length)
    await new Promise((ready) => setTimeout(ready, 50))
}

/** Nothing was pushed for 3 seconds. */
async function settled(): Promise<void> {
  for (let before = -1; ; ) {
    const now = await timesAsked()
    if (now === before) return
    before = now
    await new Promise((ready) => setTimeout(ready, 3000))
  }
}

/** How often the push service was asked so far. */
async function timesAsked(): Promise<number> {
  return Number(await ask('GET', '/'))
}

/** Requests as large as a push, with nothing to encrypt, ten at once. */
async function bareRequests(count: number): Promise<number> {
  const body = Buffer.concat([createECDH('prime256v1').generateKeys(), randomBytes(200)])
  const waiting = Array.from({ length: count }, (_, index) => index).values()
  const startedAt = performance.now()
  const lane = async () => {
    for (const index of waiting) await ask('POST', `/floor${index}`, body)
  }
  await Promise.all(Array.from({ length: 10 }, lane))
  return performance.now() - startedAt
}

function ask(method: string, path: string, body?: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      service.url + path,
      { method, agent },
      (answer) => void text(answer).then(resolve, reject),
    )
    sent.on('error', reject).end(body)
  })
}
