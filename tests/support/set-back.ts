import { sql } from 'drizzle-orm'
import { type Database, errorCode } from '../../src/server/db/database.ts'

/** What goes back in time with a check; accounts stay. */
const tables = [
  'checks',
  'tents',
  'members',
  'check_events',
  'outbox',
  'audit_events',
  'ledger_epoch',
]

/** A moment of the database, to which it can be set back. */
export type Moment = Map<string, string>

export function takeMoment(db: Database): Promise<Moment> {
  return db.read(async ({ queries }) => {
    const moment: Moment = new Map()
    for (const table of tables) {
      const { rows } = await queries.execute<{ json: string }>(
        sql`select coalesce(json_agg(t), '[]')::text as json from ${sql.identifier(table)} as t`,
      )
      moment.set(table, rows[0]?.json ?? '[]')
    }
    return moment
  })
}

const lockNotAvailable = '55P03'

/** As a standby that lagged takes over, or a snapshot is restored: no server is told of it. */
export async function setBack(db: Database, moment: Moment): Promise<void> {
  for (;;) {
    try {
      return await replaceAll(db, moment)
    } catch (error) {
      if (errorCode(error) !== lockNotAvailable) throw error
    }
  }
}

function replaceAll(db: Database, moment: Moment): Promise<void> {
  return db.transaction(async ({ queries }) => {
    // In this role the triggers that forbid changes to the ledger do not run.
    await queries.execute(sql`set local session_replication_role = replica`)
    // All at once, as it is: nobody writes in the middle of it. Without waiting: whoever reads the
    // same tables in another order would wait for this one, and this one for them.
    const all = sql.join(
      tables.map((table) => sql.identifier(table)),
      sql`, `,
    )
    await queries.execute(sql`lock table ${all} in access exclusive mode nowait`)
    for (const table of [...tables].reverse()) {
      await queries.execute(sql`delete from ${sql.identifier(table)}`)
    }
    for (const [table, json] of moment) {
      const name = sql.identifier(table)
      await queries.execute(
        sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${json}::json)`,
      )
    }
  })
}
