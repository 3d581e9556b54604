import { afterEach, beforeEach, expect } from 'vitest'
import { checkEvents, checks } from '../../src/server/db/schema.ts'
import { type CheckNight, startCheckNight } from './check-night.ts'
import { ants, rosterRow } from './roster-row.ts'
import type { ServerAt } from './server-at.ts'
import { startCheck } from './start-check.ts'

/** The server of the test that runs, and the sessions of a super user and two line monitors. */
export let server: ServerAt
export let boss: string
export let mo: string
export let lena: string
let night: CheckNight

export const startOfTest = '2026-01-19T03:04:00.000Z'
export const idOf = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`
export const roster = [
  ants,
  rosterRow({ id: 'tB', order: 'B', name: '=Bees', members: 'Cy Diaz', netIDs: 'cd3' }),
  rosterRow({ id: 'tC', order: 'C', name: 'Cats', members: 'Di Evans', netIDs: 'de4' }),
]

/** Each test of the file gets a server with three tents, and without a check. */
export function eachHistory(): void {
  beforeEach(async () => {
    night = await startCheckNight(roster, startOfTest)
    server = night.server
    ;({ boss, mo, lena } = night.tokens)
  })
  afterEach(() => server.close())
}

/** Imports these tents with their results. */
export const importTents = (rows = roster) => night.importRows(rows)

export const later = (minutes: number) => {
  server.pass(minutes * 60_000)
}

export async function post(path: string, body: object, token = mo) {
  const answer = await server.ask(path, { token, body })
  expect([path, answer.status, answer.body.error]).toEqual([path, 200, undefined])
  return answer.body
}
export const get = (path: string, token: string | undefined = mo) => server.ask(path, { token })

export const start = (ids = ['tA', 'tB', 'tC']) => startCheck(server.withToken(mo), ids)
export const miss = (id: string, token = mo) =>
  post('/api/tent-checks/update', { id, misses: 1, deviceTime: '2026-01-19T03:03:59Z' }, token)
export const make = (id: string, lastCheck: string, token = mo) =>
  post('/api/tent-checks/update', { id, lastCheck }, token)
export const end = () => post('/api/end-check', {})

/** What somebody is answered by the contract. */
export const client = (token = mo) => server.withToken(token)
export const list = (query: { before?: string; limit?: number } = {}) =>
  client().call('listChecks', undefined, { query })
export const whole = (id: string) => client().call('getCheck', undefined, { params: { id } })
export const statistics = (query: { from?: string; to?: string } = {}) =>
  client().call('checkStatistics', undefined, { query })
export const record = (id: string, token = mo) =>
  client(token).call('tentRecord', undefined, { params: { id } })

export const person = {
  mo: { netID: 'mo', name: 'Mo Test' },
  lena: { netID: 'lena', name: 'Lena Test' },
}
export const harper = { netID: 'boss', name: 'Harper Test' }

/** One check with all that can happen in one. */
export async function eventfulCheck(): Promise<string> {
  const checkId = await start()
  await miss('tA')
  later(1)
  const undone = { id: 'tA', checkId, undoId: idOf(1), reason: 'Wrong tent' }
  await post('/api/tent-checks/undo', undone)
  await make('tA', 'Ann Lee, Bo Chen', lena)
  await make('tB', '', lena)
  later(1)
  await post('/api/check-calls', { checkId, call: 1 }, lena)
  later(10)
  await end()
  const late = { id: 'tC', misses: 1, checkId }
  expect((await server.ask('/api/tent-checks/update', { token: mo, body: late })).status).toBe(409)
  later(60)
  const corrections = `/api/checks/${checkId}/corrections`
  const wrong = { tentId: 'tB', outcome: 'miss', reason: 'Nobody was there', correctionId: idOf(2) }
  await post(corrections, wrong, boss)
  const back = { tentId: 'tB', outcome: 'none', reason: 'There was grace', correctionId: idOf(3) }
  await post(corrections, back, boss)
  return checkId
}

/** A check that is over as an older server wrote it: kinds with their data, `null`: by the server. */
export async function addLedger(
  checkId: string,
  events: [kind: string, data: object, netID?: null][],
): Promise<void> {
  await server.db.transaction(async ({ queries }) => {
    const row = {
      id: checkId,
      numCheckers: 1,
      startedBy: 'mo',
      startedAt: server.now(),
      endedAt: server.now(),
    }
    await queries.insert(checks).values(row)
    if (events.length === 0) return
    await queries.insert(checkEvents).values(
      events.map(([kind, data, netID = 'mo'], place) => {
        const mark = 'mark' in data ? (data.mark as { id: string; outcome: 'make' }) : null
        return {
          checkId,
          number: place + 1,
          kind,
          at: server.now(),
          netID,
          byName: netID === null ? '' : 'Mo',
          tentId: mark?.id ?? null,
          outcome: mark?.outcome ?? null,
          data,
        }
      }),
    )
  })
}
