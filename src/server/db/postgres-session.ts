import type pg from 'pg'

/**
 * What every connection needs, whatever its server, its database or its user set otherwise: moments
 * and bytes in the form that the driver reads, plain transactions, a commit that waits for the disk
 * (one that waits for more is left alone), and that PostgreSQL notices within 8 seconds that a
 * server is gone, and what it then held. The driver itself sets the encoding.
 */
export const sessionSettings = `
  set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set bytea_output = 'hex'; set standard_conforming_strings = on;
  set default_transaction_isolation = 'read committed';
  select set_config('synchronous_commit', 'on', false)
    where current_setting('synchronous_commit') = 'off';
  set tcp_keepalives_idle = 4; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 2;
  set idle_in_transaction_session_timeout = '30s'`

/** Refuses, in a sentence, a database that would take some of our texts and refuse others. */
export async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    "select current_setting('server_encoding') as encoding",
  )
  const encoding = rows[0]?.encoding
  if (encoding === 'UTF8') return
  throw new Error(
    `The database of DATABASE_URL keeps text as ${encoding}; it must be UTF8. Make one by: create database tent_city encoding 'UTF8' template template0`,
  )
}

/** What is wrong with a database that cannot be reached, entered or changed; no password is in it. */
export function unusable(url: string, error: unknown): Error {
  const { host, pathname } = new URL(url)
  return new Error(
    `PostgreSQL at ${host}${pathname}, as DATABASE_URL names it, cannot be used: ${reasonOf(error)}`,
    { cause: error },
  )
}

/** Where a name has several addresses, the error is made of one for each and says nothing itself. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
