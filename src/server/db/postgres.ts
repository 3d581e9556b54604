import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Engine, Lock } from './database.ts'
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
    tryLock: (key) => tryLock(url, key, onError),
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

/**
 * A lock of the session: it ends with the connection, so that a server that dies holds nothing
 * back. The keepalive settings let PostgreSQL notice a machine that is gone within 8 seconds.
 */
async function tryLock(
  url: string,
  key: number,
  onError: (error: Error) => void,
): Promise<Lock | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  let held = false
  client.on('error', (error) => {
    held = false
    onError(error)
  })
  client.on('end', () => {
    held = false
  })
  await client.connect()
  await client.query(
    'set tcp_keepalives_idle = 4; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 2',
  )
  const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [
    key,
  ])
  held = rows[0]?.ok === true
  if (!held) {
    await client.end()
    return null
  }
  return { isHeld: () => held, release: () => client.end() }
}
