import { expect } from 'vitest'
import type { LogStream } from '../../src/server/http/log.ts'
import type { RosterRow } from '../../src/server/tents/roster-row.ts'
import type { RosterSync } from '../../src/shared/roster-sync/contract.ts'
import type { Tent } from '../../src/shared/tents/contract.ts'
import { type AirtableStandIn, startAirtable } from '../../stand-ins/airtable.ts'
import { fillAirtable } from '../../stand-ins/roster.ts'
import { startApp } from './app.ts'
import { rosterRow } from './roster-row.ts'

export const people = [
  rosterRow({ order: 'A', name: 'Alpha', members: 'Ada One, Al Two', numberOfMisses: 1 }),
  rosterRow({ order: 'B', name: 'Beta', members: 'Bo One', dayNumber: 2, nightNumber: 10 }),
  rosterRow({ order: '3', name: 'Gamma', members: 'Gil One' }),
]

type Options = { env?: Record<string, string>; now?: () => Date; logStream?: LogStream }

/** A server that a super user runs, and an Airtable of its own. */
export async function startCity({ env = {}, now, logStream }: Options = {}) {
  const airtable = await startAirtable({ penaltyMs: 1500 })
  const server = await startApp({ AIRTABLE_API_URL: airtable.url, ...env }, now, logStream)
  const boss = await server.signIn('boss', { isSuperUser: true, firstName: 'Harper' })

  async function save(table: Partial<AirtableStandIn['table']> = {}) {
    const { baseId, tableId, apiKey } = { ...airtable.table, ...table }
    const body = { airtableBaseId: baseId, airtableTableId: tableId, airtableApiKey: apiKey }
    const answer = await server.ask('/api/airtable-config', { method: 'PUT', token: boss, body })
    expect(answer.status).toBe(200)
    return answer.body as unknown as { connection: { works: boolean; text: string } }
  }

  async function pull(body: object = {}): Promise<RosterSync> {
    const answer = await server.ask('/api/roster/pull', { token: boss, body })
    expect(answer.status).toBe(200)
    return answer.body as unknown as RosterSync
  }

  async function sync(): Promise<RosterSync> {
    return (await server.ask('/api/roster/sync', { token: boss })).body as unknown as RosterSync
  }

  async function tents(): Promise<Tent[]> {
    return (await server.ask('/api/tent-checks', { token: boss })).body as unknown as Tent[]
  }

  async function connect(rows: RosterRow[] = people): Promise<string[]> {
    const ids = fillAirtable(airtable, rows)
    await save()
    await pull()
    return ids
  }

  async function startCheck(): Promise<void> {
    const all = (await tents()).map(({ id }) => ({ id }))
    const body = { tents: all, numCheckers: 1 }
    expect((await server.ask('/api/start-check', { token: boss, body })).status).toBe(200)
  }

  async function endCheck(): Promise<void> {
    await server.ask('/api/end-check', { token: boss, body: {} })
  }

  async function miss(id: string): Promise<void> {
    const body = { id, misses: 1 }
    expect((await server.ask('/api/tent-checks/update', { token: boss, body })).status).toBe(200)
  }

  async function make(id: string, lastCheck: string): Promise<void> {
    const body = { id, lastCheck }
    expect((await server.ask('/api/tent-checks/update', { token: boss, body })).status).toBe(200)
  }

  return {
    airtable,
    server,
    boss,
    save,
    pull,
    sync,
    tents,
    connect,
    startCheck,
    endCheck,
    miss,
    make,
    async close() {
      await server.close()
      await airtable.close()
    },
  }
}

export type City = Awaited<ReturnType<typeof startCity>>
