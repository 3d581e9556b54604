import { PGlite, type Transaction, types } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { channelName, type Engine } from './database.ts'
import { damaged, refuseFullDisk, refuseUnusable } from './embedded-folder.ts'
import type { MigrationRunner } from './migrate.ts'
import { writeAheadLog } from './write-ahead-log.ts'

export type Embedded = Engine & {
  migrations: MigrationRunner
  /** The whole database as a gzipped tar, taken between two transactions. */
  dump: () => Promise<Uint8Array>
}

/**
 * PostgreSQL inside this process, with its files in `folder`; for tests null: in memory, begun from
 * `snapshot`. The caller holds the folder's lock: two processes on one folder lose rows silently.
 */
export async function openEmbedded(folder: string | null, snapshot?: Blob): Promise<Embedded> {
  if (folder !== null) refuseUnusable(folder)
  const client = await PGlite.create({
    ...(folder === null ? {} : { dataDir: folder }),
    ...(snapshot === undefined ? {} : { loadDataDir: snapshot }),
  }).catch((error: unknown) => {
    throw folder === null ? error : damaged(folder, error)
  })
  // Only now: the engine sets its parsers for arrays while it is created, and would replace these.
  for (const type of readByQueryBuilder) client.parsers[type] = (text: string) => text
  const log = folder === null ? null : writeAheadLog(folder, client)
  const locks = new Set<number>()
  const queries = drizzle(forQueryBuilder(client))
  return {
    queries,
    transaction: (work) => queries.transaction(work),
    beforeWriting() {
      if (folder !== null) refuseFullDisk(folder)
    },
    afterCommit: async () => log?.sync(),
    // No other process uses this folder, so its locks are in memory.
    async tryLock(key) {
      if (locks.has(key)) return null
      locks.add(key)
      let held = true
      return {
        isHeld: () => held,
        async release() {
          if (held) locks.delete(key)
          held = false
        },
      }
    },
    // A folder has one server; in memory, several may share this database.
    channel: folder === null ? channelName : null,
    async subscribe(onNotification) {
      const stop = await client.listen(channelName, onNotification)
      return async () => {
        if (!client.closed) await stop()
      }
    },
    async close() {
      await client.exec('checkpoint')
      await log?.close()
      await client.close()
    },
    migrations: (work) =>
      work({
        execute: async (sql) => void (await client.exec(sql)),
        rows: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
      }),
    async dump() {
      await client.exec('checkpoint')
      const file = await client.dumpDataDir('gzip')
      return new Uint8Array(await file.arrayBuffer())
    },
  }
}

/**
 * Types whose text the query builder parses itself. The numbers are types of arrays: of numeric,
 * and of the four types named before them.
 */
const readByQueryBuilder = [
  ...[types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE],
  ...[1231, 1115, 1185, 1187, 1182],
]

/**
 * The engine, wrapped to drop the parsers that the query builder passes with each query: for them
 * it would copy all of its own, more than 300, each time, which takes as long as a short query. It
 * got the query builder's parsers once, when it was opened.
 */
function forQueryBuilder(client: PGlite): PGlite {
  const query =
    (session: Pick<Transaction, 'query'>): Transaction['query'] =>
    (text, parameters, { rowMode } = {}) =>
      session.query(text, parameters, rowMode === undefined ? {} : { rowMode })
  const used: Pick<PGlite, 'query' | 'transaction'> = {
    query: query(client),
    transaction: (work) => client.transaction((tx) => work({ ...tx, query: query(tx) })),
  }
  return used as PGlite
}

/** Reads every row once, so that damage is found at the start and not during a check. */
export async function readAll({ migrations }: Embedded): Promise<void> {
  await migrations(async (session) => {
    const tables = await session.rows(
      "select oid::regclass as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    )
    const counts = tables.map(({ name }) => `select count(*) from ${String(name)}`)
    await session.rows(counts.join(' union all '))
  })
}
