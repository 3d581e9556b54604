import { NoopLogger, sql } from 'drizzle-orm'
import { vi } from 'vitest'
import type { Tx } from '../../src/server/db/database.ts'

/**
 * Listens to every statement that goes to a database of this process, on either engine and within
 * transactions, too. Gives how many of those since `begin` read from a table first of all, or call
 * a function.
 */
export function countQueries() {
  const asked: string[] = []
  const spy = vi
    .spyOn(NoopLogger.prototype, 'logQuery')
    .mockImplementation((...args: unknown[]) => {
      asked.push(String(args[0]))
    })
  return {
    begin: () => void asked.splice(0),
    about: (table: string) => asked.filter((query) => query.includes(` from "${table}"`)).length,
    calling: (name: string) => asked.filter((query) => query.includes(`${name}(`)).length,
    stop: () => spy.mockRestore(),
  }
}

/** How many transactions of the same PostgreSQL database wait for others right now. */
export async function countWaiting({ queries }: Tx): Promise<number> {
  // Within a transaction PostgreSQL goes on telling what it told before.
  await queries.execute(sql`select pg_stat_clear_snapshot()`)
  const { rows } = (await queries.execute(sql`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `)) as unknown as { rows: unknown[] }
  return rows.length
}
