import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { type ServerAt, startServerAt } from '../../../tests/support/server-at.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { addUnreadableEvent } from '../../../tests/support/unreadable.ts'
import { systemContext } from '../context.ts'
import { importRoster } from '../tents/roster-import.ts'

let server: ServerAt
let lead: string
let tenter: string

const roster = [
  rosterRow({
    id: 'tA',
    order: 'A',
    name: 'Ants',
    members: 'Ann Lee',
    netIDs: 'al1',
    nightNumber: 4,
  }),
  rosterRow({ id: 'tB', order: 'B', name: 'Bees', members: 'Bo Chen', netIDs: 'bc2' }),
]

beforeEach(async () => {
  // Monday, 3:16 AM, in Black: the night's numbers hold.
  server = await startServerAt('2026-01-19T08:16:00Z')
  await server.db.transaction((tx) => importRoster(systemContext, tx, roster, { results: true }))
  lead = await server.signIn('lead', { isSuperUser: true, firstName: 'Lena' })
  tenter = await server.signIn('al1')
})
afterEach(() => server.close())

const post = (path: string, body: object = {}) => server.ask(path, { token: lead, body })
const now = (token = tenter) => server.withToken(token).call('now')
const later = (minutes: number) => {
  server.pass(minutes * 60_000)
}
const start = (ids: string[]) => startCheck(server.withToken(lead), ids)

it('says how one’s own tent stands, before, during and after a check', async () => {
  const misses = { period: 'Black', standing: 0, allowed: 1 }
  const ants = { id: 'tA', order: 'A', name: 'Ants', required: 4, misses }
  expect(await now()).toEqual({
    at: server.now().toISOString(),
    period: 'Black',
    clock: 'night',
    required: 10,
    grace: null,
    check: null,
    tent: { ...ants, status: null, at: null },
  })
  const checkId = await start(['tA'])
  expect(await now()).toMatchObject({
    check: { checkId, startedAt: server.now().toISOString() },
    tent: { ...ants, status: 'out', at: null },
  })
  later(2)
  await post('/api/tent-checks/update', { id: 'tA', misses: 1 })
  const at = server.now().toISOString()
  expect(await now()).toMatchObject({ tent: { status: 'miss', at, misses } })
  await post('/api/end-check')
  const standing = { ...misses, standing: 1 }
  expect(await now()).toMatchObject({
    check: null,
    grace: { reason: 'Tent check' },
    tent: { status: 'miss', at, misses: standing },
  })
  const correction = { tentId: 'tA', outcome: 'none', reason: 'A slip', correctionId: randomUUID() }
  expect((await post(`/api/checks/${checkId}/corrections`, correction)).status).toBe(200)
  expect(await now()).toMatchObject({ tent: { status: 'none', misses } })

  later(60)
  await start(['tB'])
  expect(await now()).toMatchObject({ tent: { status: 'notInCheck', at: null } })
  await post('/api/cancel-check')
  expect(await now()).toMatchObject({ tent: { status: 'notInCheck', at: null } })
})

it.each(['end', 'cancel'])(
  'says that it was not marked where a check is over without: %s',
  async (how) => {
    await start(['tA', 'tB'])
    await post('/api/tent-checks/update', { id: 'tB', misses: 1 })
    await post(`/api/${how}-check`)
    expect(await now()).toMatchObject({ check: null, tent: { status: 'none', at: null } })
  },
)

it('says nothing of a check that cannot be read, as the tent check does not', async () => {
  await start(['tA'])
  await addUnreadableEvent(server.db)
  expect(await now()).toMatchObject({ check: null, tent: { status: null, at: null } })
  expect(server.takeErrors().join()).toContain('ofANewerVersion')
})

it('counts Misses of this period alone, and keeps the number that a check began with', async () => {
  await start(['tA', 'tB'])
  await post('/api/tent-checks/update', { id: 'tA', misses: 1 })
  await post('/api/end-check')
  server.goTo('2026-01-28T11:59:00Z')
  await start(['tA'])
  later(2)
  expect(await now()).toMatchObject({
    period: 'Blue',
    clock: 'day',
    required: 1,
    tent: { required: 4, misses: { period: 'Blue', standing: 0, allowed: 1 } },
  })
  const { now: _, ...rules } = await server.withToken(lead).call('getSeason')
  await server.withToken(lead).call('saveSeason', { ...rules, missesAllowed: 3 })
  expect(await now()).toMatchObject({ tent: { misses: { allowed: 3 } } })
})

it('says nothing of the checks of a closed season to a tent that returns', async () => {
  await start(['tA'])
  await post('/api/tent-checks/update', { id: 'tA', misses: 1 })
  await post('/api/end-check')
  expect((await post('/api/admin/close-season', { confirm: 'CLOSE' })).status).toBe(200)
  await server.db.transaction((tx) => importRoster(systemContext, tx, roster, { results: true }))
  expect(await now()).toMatchObject({ tent: { id: 'tA', status: null, at: null } })
})

it('is for those who are signed in, with or without a tent', async () => {
  expect((await server.ask('/api/now')).status).toBe(401)
  expect(await now(await server.signIn('nobody'))).toMatchObject({ period: 'Black', tent: null })
})
