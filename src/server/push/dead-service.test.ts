import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts'
import { defaultNoticeSettings } from '../../shared/notices/contract.ts'
import { addUser } from '../accounts/registration.ts'
import { openSession } from '../accounts/sessions.ts'
import { sha256, systemContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import { pushes } from '../db/schema.ts'
import { updateNoticeSettings } from '../notices/store.ts'
import { type Work, workAlone } from '../sole-worker.ts'
import type { SendPush } from './client.ts'
import { pushWorks } from './send.ts'
import { insertPush, insertSubscription } from './store.ts'
import { keptEndpoint } from './subscription.ts'

// The first of them stands before the second wherever they are in an order.
const dead = 'https://updates.push.services.mozilla.com'
const well = 'https://web.push.apple.com'
/** How the hosts begin that somebody made up: they stand before the real ones, and never answer. */
const madeUp = 'https://0'
const browsers = 15
const kinds = ['grace', 'myTent', 'dispute'] as const
const context = { ...systemContext, config: { rateLimitFactor: 1 } }

let db: Database
let stop = async () => {}
let errors: unknown[]
/** The endpoint of each attempt. */
let asked: string[]
/** How far the clock is ahead. */
let aheadMs: number
const askedOf = (service: string) => asked.filter((endpoint) => endpoint.startsWith(service))

beforeEach(async () => {
  errors = []
  asked = []
  aheadMs = 0
  db = await freshDatabase()
  const person = { netID: 'al1', firstName: 'Ann', lastName: 'Lee', email: 'al1@example.edu' }
  const roles = { isLineMonitor: false, isSuperUser: false, isConfirmed: true }
  const push = { ...defaultNoticeSettings.push, grace: true, myTent: true, dispute: true }
  await db.transaction(async (tx) => {
    await addUser(systemContext, tx, { ...person, password: 'x' }, 'x', roles)
    const { token } = await openSession(context, tx, 'al1', '')
    await updateNoticeSettings(tx, 'al1', { ...defaultNoticeSettings, push })
    for (const service of [dead, well]) {
      for (let place = 0; place < browsers; place += 1) {
        const browser = { endpoint: `${service}/${place}`, p256dh: 'x', auth: 'x' }
        const owner = { netID: 'al1', tokenHash: sha256(token) }
        await insertSubscription(tx, browser, owner, new Date(), 2 * browsers)
      }
    }
    const [dueAt, goodUntil] = [new Date(), new Date(Date.now() + hourMs)]
    for (const kind of kinds) {
      const occasion = { id: randomUUID(), topic: kind, about: {} as never }
      await insertPush(tx, { ...occasion, kind, dueAt, goodUntil })
    }
  })
})
afterEach(async () => {
  await stop()
  await db.close()
  expect(errors).toEqual([])
})

function worksWith(atDead: SendPush) {
  const send: SendPush = async (subscription, words, lastsS) => {
    asked.push(subscription.endpoint)
    const isDead = [dead, madeUp].some((start) => subscription.endpoint.startsWith(start))
    return isDead ? atDead(subscription, words, lastsS) : { came: 'taken' }
  }
  const wordsFor = () => ({ title: 'Grace', body: '', url: '/profile' })
  const read = async () => ({ wordsFor, timeZone: 'America/New_York' })
  const log = { error: ({ err }: { err: unknown }) => errors.push(err) }
  const now = () => new Date(Date.now() + aheadMs)
  const ctx = { ...systemContext, now, db, log: log as never }
  return { ctx, works: pushWorks(ctx, send, read) }
}

function begin(atDead: SendPush): void {
  const { ctx, works } = worksWith(atDead)
  // Some of it never ends.
  stop = workAlone(ctx, 1, works, async () => true, 0)
}

it('pushes of all kinds reach one push service while another never answers', async () => {
  begin(() => new Promise(() => {}))
  await expect.poll(() => askedOf(well).length).toBe(kinds.length * browsers)
  expect(new Set(askedOf(well)).size).toBe(browsers)
  // What it was asked at once: nothing more is sent to it before it has answered.
  await expect.poll(() => askedOf(dead).length).toBe(10)
})

it('pushes of one push service follow each other without a pause', async () => {
  const { works } = worksWith(async () => ({ came: 'taken' }))
  /** The waiting times that a task returns, until one is not 0: it has found nothing. */
  const waits = async ({ work }: Work) => {
    const waited = [await work()]
    while (waited.at(-1) === 0) waited.push(await work())
    return waited
  }
  const turns = []
  for (const each of works) turns.push((await waits(each)).length)
  // One to divide each, one to send each at two services, and one of each task that finds nothing.
  expect(turns.sort()).toEqual([1, 1, 1, 4, 4, 4])
  expect(asked).toHaveLength(2 * kinds.length * browsers)
})

it('a push service that somebody made up is one of those that have a task together', async () => {
  const owner = { netID: 'al1', tokenHash: '' }
  await db.transaction(async (tx) => {
    const { token } = await openSession(context, tx, 'al1', '')
    owner.tokenHash = sha256(token)
    for (const made of ['https:///made.up/x', 'https://H?1=/x', 'https://h:443/x']) {
      const endpoint = keptEndpoint(made)
      await insertSubscription(tx, { endpoint, p256dh: 'x', auth: 'x' }, owner, new Date(), 99)
    }
  })
  begin(async () => ({ came: 'taken' }))
  await expect.poll(() => asked.length).toBe(kinds.length * (2 * browsers + 3))
  const left = () => db.read(({ queries }) => queries.select().from(pushes))
  await expect.poll(left).toEqual([])
  expect(asked).toHaveLength(kinds.length * (2 * browsers + 3))
})

it('a push service that is down is asked only as often as it takes to know that, and gets each push later', async () => {
  let isBack = false
  begin(async () => (isBack ? { came: 'taken' } : { came: 'later', afterMs: 0, isDown: true }))
  const putOff = () =>
    db.read(({ queries }) => queries.select().from(pushes).where(eq(pushes.tries, 1)))
  await expect.poll(async () => (await putOff()).length).toBe(kinds.length)
  for (const { onlyEndpoints } of await putOff()) expect(onlyEndpoints).toHaveLength(browsers)
  // Ten at once, and two before the third answer was lost.
  expect(askedOf(dead).length).toBe(kinds.length * 12)
  await expect.poll(() => askedOf(well).length).toBe(kinds.length * browsers)
  isBack = true
  asked = []
  aheadMs = 31_000
  await expect.poll(() => askedOf(dead).length).toBe(kinds.length * browsers)
  expect(askedOf(well)).toEqual([])
})

it.each([
  ['push.apple.com', well],
  ['notify.windows.com', 'https://wns2-am3p.notify.windows.com'],
])('hosts that somebody makes up in %s keep no push from its browsers', async (domain, real) => {
  const endpoints = [
    ...Array.from({ length: 12 }, (_, place) => `${madeUp}${place}.${domain}/x`),
    ...Array.from({ length: browsers }, (_, place) => `${real}/${place}`),
  ]
  await db.transaction(async (tx) => {
    const { token } = await openSession(context, tx, 'al1', '')
    const owner = { netID: 'al1', tokenHash: sha256(token) }
    for (const endpoint of endpoints) {
      await insertSubscription(tx, { endpoint, p256dh: 'x', auth: 'x' }, owner, new Date(), 99)
    }
  })
  begin(async () => ({ came: 'later', afterMs: 0, isDown: true }))
  await expect.poll(() => askedOf(real).length).toBe(kinds.length * browsers)
})

it('more browsers than are read together each get one push that failed at first', async () => {
  const many = Array.from({ length: 210 }, (_, place) => `${dead}/more/${place}`)
  await db.transaction(async (tx) => {
    const { token } = await openSession(context, tx, 'al1', '')
    const owner = { netID: 'al1', tokenHash: sha256(token) }
    for (const endpoint of many) {
      await insertSubscription(tx, { endpoint, p256dh: 'x', auth: 'x' }, owner, new Date(), 999)
    }
    const others = kinds.slice(1)
    await tx.queries.delete(pushes).where(inArray(pushes.kind, [...others]))
  })
  let isBack = false
  begin(async () => (isBack ? { came: 'taken' } : { came: 'later', afterMs: 0, isDown: false }))
  const triedOnce = () => db.read(({ queries }) => queries.$count(pushes, eq(pushes.tries, 1)))
  await expect.poll(triedOnce).toBe(1)
  isBack = true
  asked = []
  aheadMs = 31_000
  await expect.poll(() => db.read(({ queries }) => queries.$count(pushes))).toBe(0)
  expect([asked.length, new Set(asked).size]).toEqual([210 + browsers, 210 + browsers])
})

it('a push that was put off by a clock that was ahead goes on once that is set back', async () => {
  let isBack = false
  await db.transaction(({ queries }) =>
    queries.update(pushes).set({ goodUntil: new Date(Date.now() + 2 * dayMs) }),
  )
  aheadMs = dayMs
  begin(async () => (isBack ? { came: 'taken' } : { came: 'later', afterMs: 0, isDown: false }))
  const triedOnce = () => db.read(({ queries }) => queries.$count(pushes, eq(pushes.tries, 1)))
  await expect.poll(triedOnce).toBe(kinds.length)
  isBack = true
  aheadMs = 0
  asked = []
  await expect.poll(() => askedOf(dead).length).toBe(kinds.length * browsers)
})

it('a push is tried as long as it is good, at least each half hour, and no longer', async () => {
  let isBack = false
  const { works } = worksWith(async () =>
    isBack ? { came: 'taken' } : { came: 'later', afterMs: 0, isDown: false },
  )
  const lasting = { grace: 8 * 60, myTent: 8 * 60, dispute: 60 }
  for (const [topic, minutes] of Object.entries(lasting)) {
    const goodUntil = new Date(Date.now() + minutes * minuteMs)
    await db.transaction(({ queries }) =>
      queries.update(pushes).set({ goodUntil }).where(eq(pushes.topic, topic)),
    )
  }
  /** Whatever is due now is done: each turn divides or sends one push. */
  const turn = async () => {
    for (let more = true; more; ) {
      const waits = []
      for (const { work } of works) waits.push(await work())
      more = waits.includes(0)
    }
  }
  const left = async () =>
    (await db.read(({ queries }) => queries.select().from(pushes))).map(({ topic }) => topic).sort()
  for (let half = 0; half < 15; half += 1) {
    asked = []
    await turn()
    const isOver = half >= 2
    expect(askedOf(dead)).toHaveLength((isOver ? 2 : 3) * browsers)
    expect(await left()).toEqual(isOver ? ['grace', 'myTent'] : ['dispute', 'grace', 'myTent'])
    aheadMs += 30 * minuteMs
  }
  isBack = true
  asked = []
  await turn()
  expect(asked).toHaveLength(2 * browsers)
  expect(await left()).toEqual([])
})
