import { sql } from 'drizzle-orm'
import { type Reader, serverNamePrefix } from '../db/database.ts'
import { tents, users } from '../db/schema.ts'

/** The smallest query that shows whether the database answers. */
export async function readNothing({ queries }: Reader): Promise<void> {
  await queries.execute(sql`select 1`)
}

/** The engine's version: `15.4`. */
export async function findEngine({ queries }: Reader): Promise<string> {
  const { rows } = await queries.execute<{ version: string }>(
    sql`select split_part(current_setting('server_version'), ' ', 1) as version`,
  )
  return rows[0]?.version ?? ''
}

/** The versions of the servers that listen for notifications; none with the embedded engine. */
export async function findServers({ queries }: Reader): Promise<string[]> {
  const { rows } = await queries.execute<{ name: string }>(
    sql`
      select application_name as name from pg_stat_activity
      where datname = current_database() and starts_with(application_name, ${serverNamePrefix})
      order by backend_start`,
  )
  return rows.map(({ name }) => name.slice(serverNamePrefix.length))
}

type WhoIsThere = { roster: boolean; hadTents: boolean; monitors: boolean }

/** Is there any tent on the roster, was there ever one, and is there any line monitor? */
export async function findWhoIsThere({ queries }: Reader): Promise<WhoIsThere> {
  const { rows } = await queries.execute<WhoIsThere>(
    sql`
      select
        exists (select from ${tents} where ${tents.retiredAt} is null) as roster,
        exists (select from ${tents}) as "hadTents",
        exists (select from ${users} where ${users.isLineMonitor}) as monitors`,
  )
  return rows[0] ?? { roster: false, hadTents: false, monitors: false }
}
