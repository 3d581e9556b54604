import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Engine } from './database.ts'
import type { MigrationRunner } from './migrate.ts'
import * as schema from './schema.ts'

/** A real PostgreSQL. Its own `fsync` makes a commit safe. */
export function openPostgres(
  url: string,
  onError: (error: Error) => void,
): Engine & { migrations: MigrationRunner } {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 })
  pool.on('error', onError)
  return {
    queries: drizzle(pool, { schema }),
    afterCommit: async () => {},
    close: () => pool.end(),
    async migrations(run) {
      const client = await pool.connect()
      try {
        // Any number that is ours alone; servers that start together take turns.
        await client.query('select pg_advisory_lock(19860227)')
        await run({
          execute: async (sql) => void (await client.query(sql)),
          rows: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
        })
      } finally {
        await client.query('select pg_advisory_unlock(19860227)').catch(onError)
        client.release()
      }
    },
  }
}
