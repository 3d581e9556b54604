import { sql } from 'drizzle-orm'
import type { Database } from '../../src/server/db/database.ts'

/** Adds an event to the ledger of each check, of a kind that this version does not know. */
export async function addUnreadableEvent(db: Database): Promise<void> {
  await db.transaction(async ({ queries }) => {
    await queries.execute(sql`
      insert into check_events (check_id, number, kind, at, by_name, data)
      select check_id, max(number) + 1, 'ofANewerVersion', max(at), '', '{}'
      from check_events group by check_id
    `)
  })
}
