import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CheckNight, startCheckNight } from '../../../tests/support/check-night.ts'
import { setBack, takeMoment } from '../../../tests/support/set-back.ts'
import { systemContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { LedgerNews } from './ledger/cached-ledger.ts'
import { openLedger } from './ledger/ledger.ts'
import { picturesOf } from './pictures.ts'
import { tentCheckRoutes } from './routes.ts'

let night: CheckNight
beforeEach(async () => {
  night = await startCheckNight()
  await night.start()
})
afterEach(() => night.close())

/** The same database, with a count of what asks it for more than to read. */
function counting(db: Database) {
  const count = { writes: 0 }
  const counted: Database = {
    ...db,
    transaction: (work) => {
      count.writes += 1
      return db.transaction(work)
    },
    statement: (work) => {
      count.writes += 1
      return db.statement(work)
    },
    notify: (text) => {
      count.writes += 1
      return db.notify(text)
    },
  }
  return { db: counted, count }
}

/** A server’s own ledger, which nobody notifies. */
async function anotherLedger() {
  const { db, count } = counting(night.server.db)
  const told: LedgerNews[] = []
  const ctx = { ...systemContext, db, log: night.server.app.log }
  const live = { notificationIn: () => Promise.reject(new Error('Nobody is notified')) }
  const ledger = openLedger(ctx, live as never, (change) => void told.push(change))
  await ledger.catchUp()
  const { checkStatus } = tentCheckRoutes(ctx, ledger, picturesOf(ctx, ledger))
  const session = { user: { isLineMonitor: true, isSuperUser: false } }
  /** Reads it as a line monitor, and forgets what was told before. */
  async function read() {
    told.length = 0
    const answer = await checkStatus({ session } as never)
    if (!('value' in answer)) throw new Error('It is made for one')
    return answer.value
  }
  return { ledger, read, told, count }
}

describe('to read how the check stands', () => {
  it('has what another server wrote, writes nothing, and tells no page', async () => {
    const { ledger, read, told, count } = await anotherLedger()
    await night.miss('tB')
    const version = ledger.version()
    const { number, marked } = await read()
    expect([number, marked.map(({ tent }) => tent.id)]).toEqual([2, ['tB']])
    expect([count.writes, told, ledger.version()]).toEqual([0, [], version])
    await ledger.catchUp()
    expect(told).toMatchObject([{ kind: 'events', steps: [{ event: { number: 2 } }] }])
    expect((await read()).marked).toEqual(marked)
  })

  it('writes and tells nothing if the database went back; a catch-up tells it', async () => {
    const moment = await takeMoment(night.server.db)
    await night.miss('tB')
    const { ledger, read, told, count } = await anotherLedger()
    await setBack(night.server.db, moment)
    expect((await read()).marked).toEqual([])
    expect([count.writes, told]).toEqual([0, []])
    await ledger.catchUp()
    expect(told).toMatchObject([{ kind: 'replaced' }])
  })

  it('writes and tells nothing if a check has begun or ended since', async () => {
    const { ledger, read, told, count } = await anotherLedger()
    await night.post('end-check', {})
    expect((await read()).isCheckInProgress).toBe(false)
    const checkId = await night.start(['tA'])
    expect(await read()).toMatchObject({ checkId, number: 1 })
    expect([count.writes, told]).toEqual([0, []])
    await ledger.catchUp()
    expect(told).toHaveLength(2)
  })
})
