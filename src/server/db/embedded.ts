import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { channelName, type Engine } from './database.ts'
import { damaged, refuseFullDisk, refuseRemains } from './embedded-folder.ts'
import type { MigrationRunner } from './migrate.ts'
import * as schema from './schema.ts'
import { writeAheadLog } from './write-ahead-log.ts'

export type Embedded = Engine & {
  migrations: MigrationRunner
  /** The whole database as a gzipped tar, taken between two transactions. */
  dump: () => Promise<Uint8Array>
}

/**
 * PostgreSQL inside this process, its files in `folder` (null: in memory, for tests).
 * The caller holds the lock of the folder: two processes on one folder lose rows silently.
 */
export async function openEmbedded(folder: string | null, snapshot?: Blob): Promise<Embedded> {
  if (folder !== null) refuseRemains(folder)
  const client = await PGlite.create({
    ...(folder === null ? {} : { dataDir: folder }),
    ...(snapshot === undefined ? {} : { loadDataDir: snapshot }),
  }).catch((error: unknown) => {
    throw folder === null ? error : damaged(folder, error)
  })
  const log = folder === null ? null : writeAheadLog(folder, client)
  const locks = new Set<number>()
  const queries = drizzle(client, { schema })
  return {
    queries,
    transaction: (work) => queries.transaction(work),
    beforeTransaction: async () => {
      if (folder !== null) await refuseFullDisk(folder)
    },
    afterCommit: async () => log?.sync(),
    // The folder belongs to this process alone, and so do its locks.
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
    // In a folder no other server can be; in memory some may share this very database.
    channel: folder === null ? channelName : null,
    async subscribe(heard) {
      const stop = await client.listen(channelName, heard)
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

/** Reads every row once: what is damaged is found now, and not in the middle of a check. */
export async function readAll({ migrations }: Embedded): Promise<void> {
  await migrations(async (session) => {
    const tables = await session.rows(
      "select oid::regclass as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    )
    const counts = tables.map(({ name }) => `select count(*) from ${String(name)}`)
    await session.rows(counts.join(' union all '))
  })
}
