import type pg from 'pg'

/**
 * Settings of every connection, which override those of server, database and user: times and bytes
 * in the form that the driver reads, the default isolation level, commits that wait for the disk (a
 * stricter setting is kept), and a timeout by which PostgreSQL notices within 8 seconds that a
 * server is gone and releases its locks. No statement is ended for taking long, as a migration may,
 * nor for waiting. The driver itself sets the encoding.
 */
export const sessionSettings = `
  set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set bytea_output = 'hex'; set standard_conforming_strings = on;
  set default_transaction_isolation = 'read committed';
  select set_config('synchronous_commit', 'on', false)
    where current_setting('synchronous_commit') = 'off';
  set tcp_keepalives_idle = 4; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 2;
  set idle_in_transaction_session_timeout = '30s'; set statement_timeout = 0; set lock_timeout = 0`

/** Refuses, with a sentence, a database whose encoding cannot store all texts. */
export async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    "select current_setting('server_encoding') as encoding",
  )
  const encoding = rows[0]?.encoding
  if (encoding === 'UTF8') return
  throw new Error(
    `The database of DATABASE_URL keeps text as ${encoding}; it must be UTF8. Make one by: create database tent_city owner USER encoding 'UTF8' template template0`,
  )
}

/** Where a database is, for people: without the user and the password. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `PostgreSQL at ${host}${pathname}`
}

/**
 * An error that says why the database cannot be reached, entered or changed; without the password.
 */
export function unusable(url: string, error: unknown): Error {
  return new Error(
    `${placeOf(url)}, as DATABASE_URL names it, cannot be used: ${reasonOf(error)}`,
    { cause: error },
  )
}

/**
 * For a name with several addresses, the error contains one error for each and has no message
 * itself.
 */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
