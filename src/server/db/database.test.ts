import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { channelName, database, type Engine, isDatabaseAway } from './database.ts'
import { unusable } from './postgres-session.ts'

const coded = (code: string, syscall?: string) => Object.assign(new Error('no'), { code, syscall })

it.each([
  ['it starts', coded('57P03'), true],
  ['it ends', coded('57P01'), true],
  ['it gave up a transaction in which nothing was asked for long', coded('25P03'), true],
  ['it gave up a statement that took too long', coded('57014'), true],
  ['it gave up waiting for a lock', coded('55P03'), true],
  ['it can only be read, as one that takes over', coded('25006'), true],
  ['nothing listens', coded('ECONNREFUSED'), true],
  ['its Unix socket is not there yet', coded('ENOENT', 'connect'), true],
  ['a file is missing', coded('ENOENT', 'open'), false],
  ['it was dropped', coded('57P04'), false],
  ['its machine is not in the network yet', coded('EHOSTUNREACH'), true],
  ['names are not known yet', coded('EAI_AGAIN'), true],
  ['its machine does not answer the system', coded('ETIMEDOUT'), true],
  ['its machine does not answer the driver', new Error('timeout expired'), true],
  ['a password is wrong', coded('28P01'), false],
  ['there is no such database', coded('3D000'), false],
  ['anything else', new Error('no'), false],
])('the database is away or not where %s', (_, error, is) => {
  expect(isDatabaseAway(unusable('postgres://db/tents', error))).toBe(is)
})

it('asks for room on the disk as each transaction writes, not while it waits for its turn', async () => {
  let room = 2
  let turn = Promise.resolve()
  const engine: Pick<Engine, 'transaction' | 'beforeWriting' | 'afterCommit' | 'queries'> = {
    queries: {} as Engine['queries'],
    transaction(work) {
      const done = turn.then(() => work(engine.queries))
      turn = done.then(
        () => {},
        () => {},
      )
      return done
    },
    beforeWriting() {
      if (room === 0) throw coded('ENOSPC')
    },
    async afterCommit() {},
  }
  const db = database(engine as Engine)
  const upload = () =>
    db.transaction(async () => {
      room -= 1
    })
  const all = await Promise.allSettled([upload(), upload(), upload()])
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect([room, db.version()]).toEqual([0, 2])
})

/** One that commits at once whatever does not throw. */
const committing: Pick<Engine, 'transaction' | 'beforeWriting' | 'afterCommit'> = {
  transaction: (work) => work({} as Engine['queries']),
  beforeWriting() {},
  async afterCommit() {},
}

it('a write that is refused leaves what was read as it is; one that is committed does not', async () => {
  const db = database(committing as Engine)
  const refused = db.transaction(async () => {
    throw new Error('no')
  })
  await expect(refused).rejects.toThrow('no')
  expect(db.version()).toBe(0)
  await db.transaction(async () => {})
  expect(db.version()).toBe(1)
})

it('a transaction waits for what follows its commit', async () => {
  let hasFollowed = false
  await database(committing as Engine).transaction(async (tx) => {
    tx.afterCommit(async () => {
      await nextTurn()
      hasFollowed = true
    })
  })
  expect(hasFollowed).toBe(true)
})

it('notifies itself where that is asked for, though there is no other server', async () => {
  const asked: SQL[] = []
  const queries = { execute: async (query: SQL) => asked.push(query) }
  const transaction: Engine['transaction'] = (work) => work(queries as unknown as Engine['queries'])
  const db = database({ ...committing, transaction, channel: null } as Engine)
  await db.transaction(async (tx) => {
    await tx.notify('others')
    await tx.notifyAll('all')
  })
  expect(asked.map((query) => new PgDialect().sqlToQuery(query).params)).toEqual([
    [channelName, 'all'],
  ])
})
