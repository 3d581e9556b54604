import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../../src/server/db/database.ts'

/** An event of the check in progress, after the last, as no server of this version writes it. */
async function writeEvent(
  { queries }: Tx,
  kind: string,
  data: object = { names: [] },
): Promise<void> {
  await queries.execute(sql`
    insert into check_events (check_id, number, kind, at, by_name, data)
    select id, (select max(number) + 1 from check_events where check_id = id), ${kind}, now(), '',
      ${JSON.stringify(data)}::jsonb
    from checks where ended_at is null
  `)
}

/** A server of a newer version does what this one does not know, and closes the check. */
export function closeAsNewerServer(db: Database, how: 'ended' | 'cancelled'): Promise<void> {
  return db.transaction(async (tx) => {
    await writeEvent(tx, 'ofANewerVersion')
    await writeEvent(tx, how, {})
    await tx.queries.execute(sql`update checks set ended_at = now() where ended_at is null`)
    await tx.notify('newer check')
  })
}
