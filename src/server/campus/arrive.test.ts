import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { answeredOrWaiting } from '../../../tests/support/held-open.ts'
import { systemContext } from '../context.ts'
import { isTaken, type Tx } from '../db/database.ts'
import { arrive } from './arrive.ts'
import { insertIdentity } from './store.ts'

let server: TestApp
beforeEach(async () => {
  server = await startApp()
})
afterEach(() => server.close())

const ann = { netID: 'al2', firstName: 'Ann', lastName: 'Lee', email: '' }
const identity = { issuer: 'https://campus.test', subject: 'u-1' }
const live = { async personChanged() {} }
const enter = (tx: Tx) =>
  arrive(systemContext, live, tx, identity, ann, async (session) => ({ session }))

/** The same transaction, in which `act` is carried out right before the select of this number. */
function before(number: number, { queries, ...tx }: Tx, act: () => Promise<unknown>): Tx {
  let selects = 0
  /** Records the calls on the query builder and makes them once it is awaited and `act` is over. */
  const held = (build: () => object): object =>
    new Proxy(build, {
      get: (_, name) => {
        if (name !== 'then') return (...args: unknown[]) => held(() => called(build(), name, args))
        return (...settled: [() => void, () => void]) =>
          act().then(() => called(build(), 'then', settled), settled[1])
      },
    })
  const watched = new Proxy(queries, {
    get(target, name) {
      if (name === 'select') selects += 1
      if (name !== 'select' || selects !== number) return Reflect.get(target, name)
      return (...args: unknown[]) => held(() => called(target, name, args))
    },
  })
  return { ...tx, queries: watched }
}

const called = (target: object, name: string | symbol, args: unknown[]) =>
  Reflect.get(target, name).apply(target, args)

// The embedded database has one connection: there two transactions cannot overlap.
describe.skipIf(inject('postgresUrl') === '')('one person who arrives twice at once', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'is let in, whichever select comes after the commit of the other (%i)',
    async (number) => {
      const { db } = server
      let begin = () => {}
      const other = new Promise<void>((resolve) => {
        begin = resolve
      }).then(() => db.transaction(enter))
      const whenOther = () => {
        begin()
        return other
      }
      const arrived = await db
        .transaction((tx) => enter(before(number, tx, whenOther)))
        .catch((error) => {
          // The route, too, decides again if somebody took the netID meanwhile.
          if (isTaken(error)) return db.transaction(enter)
          throw error
        })
      expect(arrived).toEqual({ session: 'al2' })
    },
  )
})

describe.skipIf(inject('postgresUrl') === '')(
  'two people, each linked to the account of the other’s netID',
  () => {
    it.each([1, 2, 3, 4, 5, 6])(
      'are both let in, whatever the one reads when the other comes (%i)',
      async (number) => {
        const { db } = server
        const others = { issuer: identity.issuer, subject: 'u-2' }
        const bo = { ...ann, netID: 'bo3', firstName: 'Bo' }
        await server.signIn('al2')
        await server.signIn('bo3')
        await db.transaction(async (tx) => {
          await insertIdentity(tx, identity, 'bo3', systemContext.now())
          await insertIdentity(tx, others, 'al2', systemContext.now())
        })
        let begin = () => {}
        const begun = new Promise<void>((resolve) => {
          begin = resolve
        })
        const other = begun.then(() =>
          db.transaction((tx) =>
            arrive(systemContext, live, tx, others, bo, async (session) => ({ session })),
          ),
        )
        const isWaiting = begun.then(() => answeredOrWaiting(db, other))
        const whenOther = () => {
          begin()
          return isWaiting
        }
        const arrived = db.transaction((tx) => enter(before(number, tx, whenOther)))
        expect(await Promise.all([arrived, other])).toEqual([
          { session: 'bo3' },
          { session: 'al2' },
        ])
      },
    )
  },
)
