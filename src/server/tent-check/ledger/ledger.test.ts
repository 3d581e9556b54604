// On each engine: a command is one statement with locks.

import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../tests/support/app.ts'
import { noticesSettled } from '../../../../tests/support/notices-settled.ts'
import { countQueries } from '../../../../tests/support/queries.ts'
import { rosterRow } from '../../../../tests/support/roster-row.ts'
import { type ServerAt, startServerAt } from '../../../../tests/support/server-at.ts'
import { startCheck } from '../../../../tests/support/start-check.ts'
import type { Tent } from '../../../shared/tents/contract.ts'
import { systemContext } from '../../context.ts'
import { checkEvents, sessions, tents, users } from '../../db/schema.ts'
import { importRoster } from '../../tents/roster-import.ts'

const roster = ['A', 'B', 'C', 'D'].map((order) =>
  rosterRow({ id: `t${order}`, order, name: `Tent ${order}`, members: 'Ann Lee, Bo Chen' }),
)

let server: ServerAt
let monitor: string

beforeEach(async () => {
  server = await startServerAt('2026-01-19T03:04:00Z')
  await server.db.transaction((tx) => importRoster(systemContext, tx, roster, { results: true }))
  monitor = await server.signIn('mo', { isLineMonitor: true, firstName: 'Mo' })
  await startCheck(server.withToken(monitor), ['tA', 'tB', 'tC', 'tD'])
  // Now the server has cached the check, its tents and the person.
  expect((await mark({ id: 'tA', misses: 1 })).status).toBe(200)
})
afterEach(() => server.close())

const mark = (body: object) => server.ask('/api/tent-checks/update', { token: monitor, body })

async function listed(id: string): Promise<Tent | undefined> {
  const all = await server.withToken(monitor).call('listTents')
  return all.find((tent) => tent.id === id)
}

const eventsKept = () =>
  server.db.read(({ queries }) => queries.select().from(checkEvents).orderBy(checkEvents.number))

/** A change of which this server is not notified, as if another server had made it just before. */
const meanwhile = {
  theRoleIsTaken: () =>
    server.db.transaction(({ queries }) => queries.update(users).set({ isLineMonitor: false })),
  theSessionIsEnded: () => server.db.transaction(({ queries }) => queries.delete(sessions)),
  theNameIsChanged: () =>
    server.db.transaction(({ queries }) => queries.update(users).set({ firstName: 'Moira' })),
  theTentHasOthers: () =>
    server.db.transaction(({ queries }) => queries.update(tents).set({ members: 'Cy Diaz' })),
  theTentHasMoreMisses: () =>
    server.db.transaction(({ queries }) =>
      queries.update(tents).set({ numberOfMisses: 4 }).where(eq(tents.id, 'tB')),
    ),
}

describe('a mark, if something has changed since this server last read', () => {
  it.each([
    ['theRoleIsTaken', 403],
    ['theSessionIsEnded', 401],
  ] as const)('is refused when %s, and changes nothing', async (what, status) => {
    await meanwhile[what]()
    expect((await mark({ id: 'tB', misses: 1 })).status).toBe(status)
    expect(await eventsKept()).toHaveLength(2)
  })

  it('is refused at the minute in which its session is over', async () => {
    server.pass(14 * 24 * 60 * 60_000)
    expect((await mark({ id: 'tB', misses: 1 })).status).toBe(401)
    expect(await eventsKept()).toHaveLength(2)
  })

  it('has its monitor’s current name', async () => {
    await meanwhile.theNameIsChanged()
    expect((await mark({ id: 'tB', misses: 1 })).body['mark']).toMatchObject({ by: 'Moira' })
  })

  it('takes the tent’s current members', async () => {
    await meanwhile.theTentHasOthers()
    await mark({ id: 'tB', lastCheck: 'Ann Lee, Cy Diaz' })
    expect(await listed('tB')).toMatchObject({ lastCheck: 'Cy Diaz' })
  })

  it('adds to the tent’s current misses', async () => {
    await meanwhile.theTentHasMoreMisses()
    await mark({ id: 'tB', misses: 1 })
    expect(await listed('tB')).toMatchObject({ numberOfMisses: 5 })
  })

  it('follows what other servers wrote, whether or not it was notified', async () => {
    const other = await server.another()
    const ask = (at: TestApp, body: object) =>
      at.ask('/api/tent-checks/update', { token: monitor, body })
    // Both expect the same next number of the ledger.
    const answers = await Promise.all([
      ask(server, { id: 'tB', misses: 1 }),
      ask(other, { id: 'tB', lastCheck: '' }),
      ask(server, { id: 'tC', misses: 1 }),
      ask(other, { id: 'tD', misses: 1 }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409])
    const events = await eventsKept()
    expect(events.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
    await other.app.close()
  })

  it('is refused for now, and is a failed request, where not even the lock helps', async () => {
    // Whoever works in the background would find the same.
    await noticesSettled(server)
    const { statement, transaction } = server.db
    Object.assign(server.db, { statement: async () => false, transaction: async () => null })
    const { status, body } = await mark({ id: 'tB', misses: 1 })
    Object.assign(server.db, { statement, transaction })
    expect([status, body['code']]).toEqual([503, 'unavailable'])
    expect(server.takeErrors().join()).toContain('even under the lock')
    const { failed } = await server.as('superUser').call('health')
    expect(failed.map(({ route }) => route)).toEqual(['/api/tent-checks/update'])
  })

  it('takes one statement again after that', async () => {
    await meanwhile.theTentHasOthers()
    await mark({ id: 'tB', misses: 1 })
    await mark({ id: 'tC', misses: 1 })
    const queries = countQueries()
    await mark({ id: 'tD', misses: 1 })
    const asked = [queries.calling('append_to_ledger'), queries.about('tents')]
    expect(asked).toEqual([1, 0])
    queries.stop()
  })
})
