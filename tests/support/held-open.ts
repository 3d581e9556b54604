import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database, Reader, Tx } from '../../src/server/db/database.ts'

/**
 * Does some work in a transaction that stays open; returns a function that commits it. Only on
 * PostgreSQL can other transactions run meanwhile.
 */
export async function holdOpen(
  db: Database,
  work: (tx: Tx) => Promise<unknown>,
): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    const ended = db.transaction(async (tx) => {
      await work(tx)
      await new Promise<void>((release) => {
        resolve(() => {
          release()
          return ended
        })
      })
    })
    ended.catch(reject)
  })
}

/** Resolves once what was asked is answered, or waits for a lock that another one holds. */
export async function answeredOrWaiting(db: Database, asked: Promise<unknown>): Promise<void> {
  let isAnswered = false
  const noted = () => {
    isAnswered = true
  }
  asked.then(noted, noted)
  const isWaiting = async () => (await db.read(countWaiting)) > 0
  await expect.poll(async () => isAnswered || (await isWaiting())).toBe(true)
}

/** How many transactions of the same PostgreSQL database wait for others right now. */
export async function countWaiting({ queries }: Reader): Promise<number> {
  // Within a transaction PostgreSQL goes on telling what it told before.
  await queries.execute(sql`select pg_stat_clear_snapshot()`)
  const { rows } = await queries.execute(sql`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `)
  return rows.length
}
