import { randomUUID } from 'node:crypto'
import { systemContext } from '../../src/server/context.ts'
import type { Statement } from '../../src/server/db/database.ts'
import type { LogStream } from '../../src/server/http/log-output.ts'
import { correct as correctCommand } from '../../src/server/tent-check/ledger/commands/correct.ts'
import { openLedger } from '../../src/server/tent-check/ledger/ledger.ts'
import type { RosterRow } from '../../src/server/tents/roster-row.ts'
import type { StandingOutcome } from '../../src/shared/check-history/contract.ts'
import {
  type AirtableOptions,
  type AirtableStandIn,
  startAirtable,
} from '../../stand-ins/airtable.ts'
import { fillAirtable } from '../../stand-ins/roster.ts'
import { startApp } from './app.ts'
import { rosterRow } from './roster-row.ts'
import { startCheck } from './start-check.ts'

export const people = [
  rosterRow({ order: 'A', name: 'Alpha', members: 'Ada One, Al Two', numberOfMisses: 1 }),
  rosterRow({ order: 'B', name: 'Beta', members: 'Bo One', dayNumber: 2, nightNumber: 10 }),
  rosterRow({ order: '3', name: 'Gamma', members: 'Gil One' }),
]

type Options = {
  env?: Record<string, string>
  now?: () => Date
  logStream?: LogStream
  airtable?: AirtableOptions
}

/** A server that a super user runs, and an Airtable of its own. */
export async function startCity({ env = {}, now, logStream, airtable: its }: Options = {}) {
  const airtable = await startAirtable({ penaltyMs: 1500, ...its })
  const server = await startApp({ AIRTABLE_API_URL: airtable.url, ...env }, now, logStream)
  const boss = await server.signIn('boss', { isSuperUser: true, firstName: 'Harper' })

  const as = server.withToken(boss)

  function save(table: Partial<AirtableStandIn['table']> = {}) {
    const { baseId, tableId, apiKey } = { ...airtable.table, ...table }
    const body = { airtableBaseId: baseId, airtableTableId: tableId, airtableApiKey: apiKey }
    return as.call('updateAirtableConfig', body)
  }
  const pull = (body: { shrinkTo?: number } = {}) => as.call('pullRoster', body)
  const tents = () => as.call('listTents')

  async function connect(rows: RosterRow[] = people): Promise<string[]> {
    const ids = fillAirtable(airtable, rows)
    await save()
    await pull()
    return ids
  }

  /** By the ledger itself, as another server of the database would. */
  async function correct(checkId: string, tentId: string, outcome: StandingOutcome): Promise<void> {
    const ctx = { ...systemContext, db: server.db, log: server.app.log }
    const live = { notificationIn: (to: Statement) => to.notification('another check') }
    const ledger = openLedger(ctx, live, () => {})
    const user = { netID: 'boss', firstName: 'Harper', isLineMonitor: false, isSuperUser: true }
    const correction = { checkId, tentId, outcome, reason: 'So it was', correctionId: randomUUID() }
    await ledger.run(correctCommand, correction, { user, tokenHash: null })
  }

  return {
    airtable,
    server,
    boss,
    save,
    pull,
    sync: () => as.call('rosterSync'),
    tents,
    connect,
    /** Of these tents, or of all; gives its id. */
    startCheck: async (ids?: string[]) =>
      startCheck(as, ids ?? (await tents()).map(({ id }) => id)),
    endCheck: () => as.call('endCheck', {}),
    miss: (id: string) => as.call('mark', { id, misses: 1 }),
    make: (id: string, lastCheck: string) => as.call('mark', { id, lastCheck }),
    undo: (checkId: string, id: string) =>
      as.call('undoMark', { id, checkId, undoId: randomUUID() }),
    correct,
    async close() {
      await server.close()
      await airtable.close()
    },
  }
}

export type City = Awaited<ReturnType<typeof startCity>>
