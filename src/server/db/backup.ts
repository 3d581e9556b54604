import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { type Database, errorCode, type Reader, type Tx } from './database.ts'
import { tableNames, tables } from './tables.ts'

const backedUp = tableNames.filter((name) => tables[name].inBackup)

const format = 'tent-city backup 1'

/**
 * The whole database as gzipped lines of JSON, alike on both engines: a head, a line a row, and a
 * checksum over all before it. Read in one transaction, so it is one moment.
 */
export async function backup(db: Database, now: Date): Promise<Uint8Array> {
  const lines = await db.transaction(async (tx) => {
    await tx.queries.execute(sql`set transaction isolation level repeatable read`)
    const head = JSON.stringify({ format, at: now.toISOString(), migrations: await migrations(tx) })
    const body: string[] = []
    for (const table of backedUp) {
      // An event of the ledger is taken in only after the one before it.
      const order = table === 'check_events' ? sql`order by check_id, number` : sql``
      const rows = await rowsOf(
        tx,
        sql`select to_json(t)::text as json from ${sql.identifier(table)} t ${order}`,
      )
      for (const row of rows) body.push(`{"table":"${table}","row":${String(row['json'])}}`)
    }
    return [head, ...body]
  })
  return gzipSync(`${[...lines, JSON.stringify({ sha256: digest(lines) })].join('\n')}\n`)
}

/**
 * Puts a backup into an empty database, all of it or nothing; gives the number of rows.
 * Refused with a sentence: a damaged file, one of another version, a database with data in it.
 */
export async function restore(db: Database, file: Uint8Array): Promise<number> {
  const { migrationsOfBackup, rows } = readBackup(file)
  await db.transaction(async (tx) => {
    if (JSON.stringify(migrationsOfBackup) !== JSON.stringify(await migrations(tx))) {
      throw otherVersion()
    }
    for (const table of backedUp) {
      const [first] = await rowsOf(tx, sql`select 1 as one from ${sql.identifier(table)} limit 1`)
      if (first) throw new Error('The database has data in it. Restore into an empty one.')
    }
    for (const table of backedUp) {
      const of = rows.filter((row) => row.table === table).map((row) => row.row)
      for (let start = 0; start < of.length; start += 1000) {
        const json = JSON.stringify(of.slice(start, start + 1000))
        const name = sql.identifier(table)
        await tx.queries
          .execute(
            sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${json}::json)`,
          )
          .catch((error) => {
            // Its own words would be all the rows.
            throw errorCode(error) === undefined ? error : refusedRows(table, error)
          })
      }
    }
    // What phones were shown before may be newer than what is restored.
    await tx.queries.execute(sql`
      insert into ledger_epoch (epoch) values (gen_random_uuid())
      on conflict (only_row) do update set epoch = excluded.epoch
    `)
    // Rows that came with their numbers leave the counter behind where it began.
    await tx.queries.execute(
      sql`select setval(pg_get_serial_sequence('audit_events', 'id'), max(id)) from audit_events`,
    )
  })
  return rows.length
}

/** Is this a whole backup without an account and a tent, as one of a database that was just made? */
export function isEmptyBackup(file: Uint8Array): boolean {
  try {
    return readBackup(file).rows.every(({ table }) => table !== 'users' && table !== 'tents')
  } catch {
    return false
  }
}

function refusedRows(table: string, cause: unknown): Error {
  const text = `The database refused rows of the backup (${table}, ${errorCode(cause)}). Nothing was changed.`
  return new Error(text, { cause })
}

function otherVersion(): Error {
  return new Error(
    'The backup is of another version of Tent City. Restore it with that version; a newer one then brings it up to date as it starts.',
  )
}

type Row = { table: string; row: unknown }

function readBackup(file: Uint8Array): { migrationsOfBackup: unknown; rows: Row[] } {
  const { seal, head, lines, rows } = linesOfBackup(file)
  if (seal.sha256 !== digest(lines)) throw damagedFile()
  if (head.format !== format) throw otherVersion()
  return { migrationsOfBackup: head.migrations, rows }
}

function linesOfBackup(file: Uint8Array) {
  try {
    const lines = gunzipSync(file).toString('utf8').trimEnd().split('\n')
    const seal: { sha256?: unknown } = JSON.parse(lines.pop() ?? '')
    const head: { format?: unknown; migrations?: unknown } = JSON.parse(lines[0] ?? '')
    const rows = lines.slice(1).map((line): Row => JSON.parse(line))
    return { seal, head, lines, rows }
  } catch {
    throw damagedFile()
  }
}

function damagedFile(): Error {
  return new Error(
    'This is not a whole backup of Tent City, or it is damaged. Nothing was changed.',
  )
}

function digest(lines: string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

async function migrations(tx: Tx): Promise<unknown[]> {
  const rows = await rowsOf(tx, sql`select name from migrations order by name`)
  return rows.map((row) => row['name'])
}

async function rowsOf(
  { queries }: Reader,
  query: ReturnType<typeof sql>,
): Promise<Record<string, unknown>[]> {
  const result = (await queries.execute(query)) as unknown as { rows: Record<string, unknown>[] }
  return result.rows
}
