// On each engine: a database that went back in time is the engine’s.

import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemContext } from '../../src/server/context.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import { refusals } from '../../src/shared/refusals.ts'
import type { CheckStatus } from '../../src/shared/tent-check/contract.ts'
import { next, startApp, type TestApp } from '../support/app.ts'
import { closeAsNewerServer } from '../support/newer-server.ts'
import { rosterRow } from '../support/roster-row.ts'
import { setBack, takeMoment } from '../support/set-back.ts'
import { startCheck } from '../support/start-check.ts'

const ids = ['A', 'B', 'C', 'D', 'E'].map((order) => `t${order}`)
const roster = ids.map((id) => rosterRow({ id, order: id.slice(1), name: `Tent ${id}` }))

let server: TestApp
let lead: string

beforeEach(async () => {
  server = await startApp()
  await server.db.transaction((tx) => importRoster(systemContext, tx, roster, { results: true }))
  lead = await server.signIn('lead', { isLineMonitor: true, firstName: 'Lena' })
})
afterEach(() => server.close())

const start = (at = server) => startCheck(at.withToken(lead), ids)
const mark = (id: string, at = server) =>
  at.ask('/api/tent-checks/update', {
    token: lead,
    body: { id, misses: 1, markId: randomUUID() },
  })
const status = (at = server) => at.withToken(lead).call('checkStatus')
const markedIn = ({ marked }: CheckStatus) => marked.map(({ tent }) => tent.id)

type Row = { number: number; tent_id: string | null }

async function ledger(): Promise<Row[]> {
  const query = sql`select number, tent_id from check_events order by number`
  return server.db.read(async ({ queries }) => (await queries.execute<Row>(query)).rows)
}

async function misses(): Promise<Record<string, number | null>> {
  const tents = await server.withToken(lead).call('listTents')
  return Object.fromEntries(tents.map(({ id, numberOfMisses }) => [id, numberOfMisses]))
}

describe('a database that goes back in time under its servers', () => {
  it('in a check: what was lost is known to be lost, and the next mark follows what is there', async () => {
    await start()
    await mark('tA')
    const moment = await takeMoment(server.db)
    await mark('tB')
    await mark('tC')
    const { epoch } = await status()
    const socket = server.connect(lead)
    await next(socket, 'excludedNamesUpdated')
    const told = next(socket, 'checkStarted')
    await setBack(server.db, moment)

    expect((await mark('tD')).status).toBe(200)
    const [{ number, epoch: toldEpoch }] = await told
    const now = await status()
    expect(markedIn(now)).toEqual(['tA', 'tD'])
    expect(now.epoch).not.toBe(epoch)
    expect([number, toldEpoch]).toEqual([2, now.epoch])
    expect((await ledger()).map((event) => event.number)).toEqual([1, 2, 3])
    expect(await misses()).toMatchObject({ tA: 1, tB: 0, tC: 0, tD: 1 })
    // The phone sends again what it was told is lost.
    expect((await mark('tB')).status).toBe(200)
  })

  it('to before the check: it is over for its pages, and another may start', async () => {
    const moment = await takeMoment(server.db)
    await start()
    await mark('tA')
    const socket = server.connect(lead)
    await next(socket, 'excludedNamesUpdated')
    const { checkId } = await status()
    const gone = next(socket, 'checkCanceled')
    const emptied = next(socket, 'excludedNamesUpdated')
    await setBack(server.db, moment)
    expect(await gone).toEqual([{ checkId }])
    expect((await emptied)[0]).toEqual([])
    expect(await status()).toMatchObject({ isCheckInProgress: false, checkId: null })
    await start()
  })

  it('to a check that had ended since: it goes on, and all servers give it one new epoch', async () => {
    const second = await server.another()
    await start()
    await mark('tA')
    const moment = await takeMoment(server.db)
    await server.ask('/api/end-check', { token: lead, body: {} })
    const { epoch } = await status(second)
    await setBack(server.db, moment)
    const [here, there] = [await status(), await status(second)]
    expect([markedIn(here), markedIn(there)]).toEqual([['tA'], ['tA']])
    // Reading changes nothing: what looks after the check does, each second.
    await expect.poll(async () => (await status()).epoch).not.toBe(epoch)
    expect((await status(second)).epoch).toBe((await status()).epoch)
    expect((await mark('tB', second)).status).toBe(200)
    await second.app.close()
  })

  it('and gets as many events by another server: none goes on from what was lost', async () => {
    await start()
    await mark('tA')
    const moment = await takeMoment(server.db)
    await mark('tB')
    await setBack(server.db, moment)
    const second = await server.another()
    const answers = await Promise.all([mark('tC', second), mark('tD'), mark('tB')])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(markedIn(await status())).toEqual(['tA', 'tB', 'tC', 'tD'])
    expect(markedIn(await status(second))).toEqual(['tA', 'tB', 'tC', 'tD'])
    expect(await misses()).toMatchObject({ tA: 1, tB: 1, tC: 1, tD: 1, tE: 0 })
    await second.app.close()
  })
})

describe('the epoch of the ledger', () => {
  /** As a dump is restored: the same rows, in tables made anew. */
  const restoreRow = () =>
    server.db.transaction(async ({ queries }) => {
      await queries.execute(sql`create temporary table kept as table ledger_epoch`)
      await queries.execute(sql`truncate ledger_epoch`)
      await queries.execute(sql`insert into ledger_epoch select * from kept`)
      await queries.execute(sql`drop table kept`)
    })
  async function epochAfterStart(): Promise<string> {
    const next = await server.another()
    const { epoch } = await status(next)
    await next.app.close()
    return epoch
  }

  it('is the same after a start, and another one where PostgreSQL’s own means restored it', async () => {
    await start()
    const { epoch } = await status()
    expect(await epochAfterStart()).toBe(epoch)
    await restoreRow()
    const after = await epochAfterStart()
    expect(after).not.toBe(epoch)
    expect(await epochAfterStart()).toBe(after)
    expect((await mark('tA')).status).toBe(200)
    expect((await status()).epoch).toBe(after)
  })
})

describe('the ledger itself', () => {
  /** An event that somebody writes by hand. */
  const write = (number: number, kind = 'included', tent: string | null = null) =>
    server.db.transaction(async ({ queries }) => {
      await queries.execute(sql`
        insert into check_events (check_id, number, kind, at, by_name, tent_id, outcome, data)
        select id, ${number}, ${kind}, now(), '', ${tent}, ${tent === null ? null : 'miss'}, '{"names": []}'
        from checks
      `)
    })

  it('refuses an event that does not follow, and a second standing mark', async () => {
    await start()
    await mark('tA')
    await expect(write(4)).rejects.toThrow()
    await expect(write(3, 'marked', 'tA')).rejects.toThrow()
    await expect(write(3, 'not a kind')).rejects.toThrow()
    expect(await ledger()).toHaveLength(2)
    await write(3)
    expect((await mark('tB')).status).toBe(200)
  })

  it('that cannot be read keeps no server from starting, is said to line monitors, and is cancelled', async () => {
    await start()
    await write(2, 'ofANewerVersion')
    const second = await server.another()
    const [here, there] = [await status(), await status(second)]
    for (const seen of [here, there]) {
      expect(seen).toMatchObject({ isCheckInProgress: false, isUnreadable: true, activeTents: [] })
    }
    expect((await server.ask('/api/check-status')).body).not.toHaveProperty('isUnreadable')
    expect(await mark('tA', second)).toMatchObject({
      status: 503,
      body: { code: 'checkUnreadable' },
    })
    await expect(start(second)).rejects.toThrow(refusals.checkInProgress[1])
    const ended = await second.ask('/api/end-check', { token: lead, body: {} })
    expect(ended.status).toBe(503)
    const cancelled = await second.ask('/api/cancel-check', { token: lead, body: {} })
    expect(cancelled.status).toBe(200)
    expect(await status()).not.toHaveProperty('isUnreadable')
    await start()
    await second.app.close()
    // What plans notices reads that check once more, at its own time.
    await server.app.close()
    expect(server.takeErrors().join()).toContain('ofANewerVersion')
  })

  it.each([
    ['ended', 'checkEnded'],
    ['cancelled', 'checkCanceled'],
  ] as const)(
    'of a check that was %s after what cannot be read is over for its pages, and the next is read',
    async (how, name) => {
      await start()
      const socket = server.connect(lead)
      await next(socket, 'excludedNamesUpdated')
      const { checkId } = await status()
      const told = next(socket, name)
      const emptied = next(socket, 'excludedNamesUpdated')
      await closeAsNewerServer(server.db, how)
      expect(await status()).toMatchObject({ isCheckInProgress: false, checkId: null })
      expect(await told).toEqual([{ checkId }])
      expect((await emptied)[0]).toEqual([])
      await start()
      expect((await mark('tA')).status).toBe(200)
      // Whoever still reads that check says so, too.
      await server.app.close()
      expect(server.takeErrors().join()).toContain('ofANewerVersion')
    },
  )
})
