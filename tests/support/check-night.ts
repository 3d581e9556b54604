import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { systemContext } from '../../src/server/context.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import type { RosterRow } from '../../src/server/tents/roster-row.ts'
import type { Tent } from '../../src/shared/tents/contract.ts'
import { type Answer, next, type TestApp, type TestSocket } from './app.ts'
import type { LedgerRow } from './ledger-facts.ts'
import { noticesSettled } from './notices-settled.ts'
import { rosterRow } from './roster-row.ts'
import { startServerAt } from './server-at.ts'
import { startCheck } from './start-check.ts'

export type Who = 'lena' | 'mo' | 'boss'

/** A tent of this id, whose order is the id without its t. */
export function tentRow(id: string, members: string, more: Partial<RosterRow> = {}): RosterRow {
  return rosterRow({ id, order: id.slice(1), name: `Tent ${id.slice(1)}`, members, ...more })
}

const usualRows = [
  tentRow('tA', 'Ed Fox, Flo Gray', { numberOfMisses: 1, dayNumber: 3, nightNumber: 7 }),
  tentRow('tB', 'Cy Diaz, Di Eze'),
  tentRow('t2', 'Ann Lee'),
  tentRow('t10', 'Bo Chen'),
]

/** Four tents in no order, one without members; Ann Lee is in two. */
export const oddRows = [
  tentRow('t10', 'Ann Lee, Bo Chen'),
  tentRow('tB', 'Cy Diaz, Di Eze', { netIDs: 'tenter, other1' }),
  tentRow('tA', 'Ed Fox, Flo Gray, Ann Lee', { numberOfMisses: 1, type: 'Black' }),
  tentRow('t2', ''),
]

/**
 * A server with these tents (else four, of which tA has a Miss and numbers of its own), two line
 * monitors and a super user, at ten in the evening of 18 January 2026 or at another moment.
 */
export async function startCheckNight(rows = usualRows, moment = '2026-01-19T03:04:00Z') {
  const server = await startServerAt(moment)
  await server.db.transaction((tx) => importRoster(systemContext, tx, rows, { results: true }))
  const tokens: Record<Who, string> = {
    lena: await server.signIn('lena', { isLineMonitor: true, firstName: 'Lena' }),
    mo: await server.signIn('mo', { isLineMonitor: true, firstName: 'Mo' }),
    boss: await server.signIn('boss', { isSuperUser: true, firstName: 'Harper' }),
  }

  const post = (path: string, body: object, who: Who = 'lena', at: TestApp = server) =>
    at.ask(`/api/${path}`, { token: tokens[who], body })

  const as = (who: Who, at: TestApp = server) => at.withToken(tokens[who])

  return {
    server,
    tokens,
    rows,
    /** Calls by the contract, as this person. */
    as,
    post,
    /** As this person sees it, or a visitor. */
    status: (who?: Who, at: TestApp = server) =>
      (who === undefined ? at.as('visitor') : as(who, at)).call('checkStatus'),
    /** Another roster, as an import of a file brings it. */
    importRows: (given: RosterRow[], results = true) =>
      server.db.transaction((tx) => importRoster(systemContext, tx, given, { results })),
    now: server.now,
    pass: server.pass,
    goTo: server.goTo,
    /** Starts a check; gives its id. */
    start: (ids = rows.flatMap(({ id }) => id ?? [])) => startCheck(as('lena'), ids),
    miss: (id: string, who: Who = 'lena', more: object = {}) =>
      post('tent-checks/update', { id, misses: 1, ...more }, who),
    make: (id: string, lastCheck: string, who: Who = 'lena', more: object = {}) =>
      post('tent-checks/update', { id, lastCheck, ...more }, who),
    undo: (checkId: string, id: string, who: Who = 'lena', more: object = {}) =>
      post('tent-checks/undo', { id, checkId, undoId: randomUUID(), ...more }, who),
    reopen: (checkId: string, who: Who = 'lena', at: TestApp = server) =>
      post(`checks/${checkId}/reopen`, {}, who, at),
    async tent(id: string): Promise<Tent> {
      const found = (await as('lena').call('listTents')).find((each) => each.id === id)
      if (found === undefined) throw new Error(`There is no tent ${id}`)
      return found
    },
    async ledger(): Promise<LedgerRow[]> {
      const query = sql`select * from check_events order by at, check_id, number`
      return server.db.read(async ({ queries }) => (await queries.execute<LedgerRow>(query)).rows)
    },
    /** A page of this person, or of a visitor, once it is told where things stand. */
    async page(who: Who | null, speaks?: number, at: TestApp = server): Promise<TestSocket> {
      const socket = at.connect(who === null ? undefined : tokens[who], {
        ...(speaks && { speaks }),
      })
      await next(socket, who === null ? 'checkStarted' : 'excludedNamesUpdated')
      return socket
    },
    close: () => server.close(),
  }
}

/** Does this once the server has decided, and before it writes. */
export async function beforeNextWrite(
  server: TestApp,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  // The pushes of the start are taken from their queue in the same way.
  await noticesSettled(server)
  const { db } = server
  const { statement } = db
  db.statement = async (work) => {
    db.statement = statement
    await meanwhile()
    return statement(work)
  }
}

export type CheckNight = Awaited<ReturnType<typeof startCheckNight>>

/** Status and code of a refusal. */
export function refusal({ status, body }: Answer): [number, string | undefined] {
  return [status, body.code]
}
