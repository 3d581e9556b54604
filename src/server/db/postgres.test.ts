// On each engine: it is the engine that is tried.
import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { startFaultyProxy } from '../../../tests/support/faulty-proxy.ts'
import { type Database, database, errorCode } from './database.ts'
import { openPostgres } from './postgres.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === '')('PostgreSQL behind a network that swallows everything', () => {
  let network: Awaited<ReturnType<typeof startFaultyProxy>>
  let db: Database

  beforeEach(async () => {
    network = await startFaultyProxy(postgresUrl)
    const url = new URL(postgresUrl)
    url.port = new URL(network.url).port
    db = database(openPostgres(url.href, () => {}, { asked: 300, waiting: 300 }))
  })
  afterEach(async () => {
    network.become({ kind: 'none' })
    network.cut()
    await db.close()
    await network.close()
  })

  const ask = sql`select 86 as answer`
  const ways: Record<string, () => Promise<unknown>> = {
    'a read': () => db.read(({ queries }) => queries.execute(ask)),
    'a statement': () => db.statement(({ queries }) => queries.execute(ask)),
    'a transaction': () =>
      db.transaction(async ({ queries }) => {
        await queries.execute(ask)
        await queries.execute(ask)
      }),
  }

  it.each(Object.keys(ways))('is given up by %s, and asked again over a new one', async (way) => {
    const askAgain = ways[way] ?? (() => Promise.reject(new Error(way)))
    await askAgain()
    network.become({ kind: 'swallows', way: 'both' })
    const error = await askAgain().catch((error: unknown) => error)
    expect(errorCode(error)).toBe('08006')
    network.become({ kind: 'none' })
    await askAgain()
  })

  it('lets go of a lock, which another server may have by then', async () => {
    const lock = await db.tryLock(86)
    expect(lock?.isHeld()).toBe(true)
    network.become({ kind: 'swallows', way: 'both' })
    await expect.poll(() => lock?.isHeld()).toBe(false)
  })

  it('is listened to anew, and says that something may have gone unheard', async () => {
    const heard: (string | null)[] = []
    const stop = await db.subscribe((text) => heard.push(text))
    network.become({ kind: 'swallows', way: 'both' })
    await expect.poll(() => network.lost).toBeGreaterThan(0)
    network.become({ kind: 'none' })
    await expect.poll(() => heard).toEqual([null])
    await db.transaction((tx) => tx.notify('now'))
    await expect.poll(() => heard).toEqual([null, 'now'])
    await stop()
  })

  it('is given up by whoever waits for an answer as soon as it is silent to those who listen', async () => {
    const url = new URL(postgresUrl)
    url.port = new URL(network.url).port
    const listening = database(openPostgres(url.href, () => {}, { asked: 120_000, waiting: 300 }))
    const stop = await listening.subscribe(() => {})
    const answer = () => listening.read(({ queries }) => queries.execute(ask))
    await Promise.all([answer(), answer()])
    network.become({ kind: 'swallows', way: 'both' })
    expect(errorCode(await answer().catch((error: unknown) => error))).toBe('08006')
    network.become({ kind: 'none' })
    await Promise.all([answer(), answer()])
    await stop()
    await listening.close()
  })

  it('is listened to by one connection, though one that was being made was cut, too', async () => {
    const heard: (string | null)[] = []
    const stop = await db.subscribe((text) => heard.push(text))
    const { query } = pg.Client.prototype
    const queries = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...asked: unknown[]
    ) {
      if (asked[0] === 'listen tent_city') {
        queries.mockRestore()
        network.cut()
      }
      return Reflect.apply(query, this, asked)
    })
    network.cut()
    await expect.poll(() => heard).toContain(null)
    for (const text of ['now', 'later']) {
      await db.transaction((tx) => tx.notify(text))
      await expect.poll(() => heard).toContain(text)
    }
    expect(heard).toEqual([null, 'now', 'later'])
    await stop()
  })

  it('keeps what is cached when it is told of something that was not written', async () => {
    const heard: (string | null)[] = []
    const stop = await db.subscribe((text) => heard.push(text))
    const before = db.version()
    await db.notify('who is where')
    await expect.poll(() => heard).toEqual(['who is where'])
    expect(db.version()).toBe(before)
    await db.transaction((tx) => tx.notify('a mark'))
    await expect.poll(() => heard).toEqual(['who is where', 'a mark'])
    // Once for its own commit, once for what may be another server's.
    expect(db.version()).toBe(before + 2)
    await stop()
  })

  async function standStill(ms = 600): Promise<void> {
    await setImmediate()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  }

  it('is not taken for silent where it was asked nothing, because this process stood still', async () => {
    // Straight to PostgreSQL: the network would stand still with this process.
    const near = database(openPostgres(postgresUrl, () => {}, { asked: 30_000, waiting: 2000 }))
    const heard: (string | null)[] = []
    const stop = await near.subscribe((text) => heard.push(text))
    for (let time = 0; time < 2; time += 1) {
      await standStill(2500)
      await delay(400)
    }
    await near.transaction((tx) => tx.notify('now'))
    await expect.poll(() => heard).toEqual(['now'])
    await stop()
    await near.close()
  })

  it('is given up though an earlier answer came while this process stood still', async () => {
    // Straight to PostgreSQL, as above.
    const near = database(openPostgres(postgresUrl, () => {}, { asked: 300, waiting: 300 }))
    const work = near.transaction(async ({ queries }) => {
      await Promise.all([queries.execute(sql`select pg_sleep(0.1)`), standStill()])
      await queries.execute(sql`select pg_sleep(5)`)
    })
    expect(errorCode(await work.catch((error: unknown) => error))).toBe('08006')
    await near.close()
  })

  it('is given up in the middle of a transaction', async () => {
    const work = db.transaction(async ({ queries }) => {
      await queries.execute(ask)
      network.become({ kind: 'swallows', way: 'both' })
      await queries.execute(ask)
    })
    expect(errorCode(await work.catch((error: unknown) => error))).toBe('08006')
  })
})
