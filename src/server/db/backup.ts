import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { backupLines, compressed, fileToSend, type SentFile } from './backup-file.ts'
import { type Database, errorCode, type Reader, type Tx } from './database.ts'
import { refuseFullDisk } from './embedded-folder.ts'
import { partBytes, partOf } from './long-values.ts'
import { listMigrations } from './migrate.ts'
import { type TableName, type TableRules, tableNames, tables } from './tables.ts'
import { writeWhole } from './write-whole.ts'

const backedUp = tableNames.filter((name) => tables[name].inBackup)

const format = 'tent-city backup 1'

/** Rows are short, unless their table has a long column. */
const rowsAtOnce = (table: TableName) => (rulesOf(table).longColumn === undefined ? 500 : 1)

const rulesOf = (table: TableName): TableRules => tables[table]

/**
 * Writes the whole database into a file, as gzipped lines of JSON: a head, one line for each row,
 * and a checksum over everything before it. The format is the same on both engines. It is read in
 * one transaction, so it shows a single moment, and in portions, so that it needs little memory.
 * `look` gets the finished file before it replaces an earlier one; if it throws, the earlier one
 * stays. Refused where the file, which may lie beside the embedded database, would fill its disk.
 */
export async function backup(
  db: Database,
  now: Date,
  path: string,
  look?: (part: string) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.queries.execute(sql`set transaction isolation level repeatable read`)
    const make = async () => {
      refuseFullDisk(dirname(path), await bytesAtMost(tx))
      return compressed(Readable.from(sealedLines(tx, now), { highWaterMark: 1 }))
    }
    await writeWhole(path, make, look)
  })
}

/**
 * Documents, written as hex and compressed, take a tenth more bytes than they have; other rows get
 * smaller. A table's other files, such as long values, are not counted: they may hold mostly dead
 * rows, because the embedded engine never cleans up.
 */
async function bytesAtMost({ queries }: Reader): Promise<number> {
  const { rows } = await queries.execute<{ bytes: number }>(sql`
    select 1.2 * (sum(pg_relation_size(oid)) + (
      select coalesce(sum(octet_length(bytes)), 0) from documents
    ))::float8 as bytes
    from pg_class where relname in ${backedUp} and relnamespace = current_schema()::regnamespace
  `)
  return rows[0]?.bytes ?? 0
}

/** Makes a backup in this folder, to be sent. */
export function backupToSend(
  { db, now, newId }: { db: Database; now: () => Date; newId: () => string },
  folder: string,
): Promise<SentFile> {
  return fileToSend(folder, `${newId()}.backup`, (path) => backup(db, now(), path))
}

/** The text of a backup, in pieces. */
async function* sealedLines(tx: Tx, now: Date): AsyncGenerator<string> {
  const head = JSON.stringify({ format, at: now.toISOString(), migrations: await migrations(tx) })
  const hash = createHash('sha256').update(head)
  yield head
  for (const table of backedUp) {
    for await (const text of linesOf(tx, table)) {
      hash.update(text)
      yield text
    }
  }
  yield `\n${JSON.stringify({ sha256: hash.digest('hex') })}\n`
}

/** A line for each row of a table, after a line break. */
async function* linesOf(tx: Tx, table: TableName): AsyncGenerator<string> {
  const { longColumn, orderBy = [] } = rulesOf(table)
  const name = sql.identifier(table)
  const columns = longColumn === undefined ? sql`row.*` : await columnsBut(tx, table, longColumn)
  const order =
    orderBy.length === 0 ? sql`` : sql`order by ${sql.join(orderBy.map(sql.identifier), sql`, `)}`
  await tx.queries.execute(sql`
    declare backed_up no scroll cursor for
    select row.ctid::text as place, (select to_json(short)::text from (select ${columns}) short) as json
    from ${name} as row ${order}
  `)
  const fetch = sql.raw(`fetch ${rowsAtOnce(table)} from backed_up`)
  for (;;) {
    const { rows } = await tx.queries.execute<{ place: string; json: string }>(fetch)
    // The embedded engine works on this thread, so others get a turn after each portion.
    await turn()
    if (rows.length === 0) break
    if (longColumn === undefined) {
      yield rows.map(({ json }) => `\n${beginningOf(table)}${json}}`).join('')
      continue
    }
    for (const { json, place } of rows) {
      yield `\n${beginningOf(table)}${json.slice(0, -1)},${JSON.stringify(longColumn)}:"\\\\x`
      yield* hexOf(tx, table, longColumn, place)
      yield '"}}'
    }
  }
  await tx.queries.execute(sql`close backed_up`)
}

/** The columns of a table in their order, without this one. */
async function columnsBut(tx: Tx, table: TableName, without: string): Promise<SQL> {
  const { rows } = await tx.queries.execute<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attname <> ${without}
    order by attnum
  `)
  return sql.join(
    rows.map(({ name }) => sql`row.${sql.identifier(name)}`),
    sql`, `,
  )
}

/** The value of a long column in the row at this place, in portions. */
async function* hexOf(
  tx: Tx,
  table: TableName,
  column: string,
  place: string,
): AsyncGenerator<string> {
  for (let start = 0; ; start += partBytes) {
    const { rows } = await tx.queries.execute<{ hex: string }>(sql`
      select ${partOf(sql.identifier(column), start, 'hex')} as hex
      from ${sql.identifier(table)} where ctid = ${place}::tid
    `)
    await turn()
    const [found] = rows
    if (found === undefined) throw new Error(`A row of ${table} is not found by its place`)
    yield found.hex
    if (found.hex.length < 2 * partBytes) break
  }
}

/** Throws an Error with a message for the person if a file is no whole backup of this version. */
export async function demandRestorable(path: string): Promise<void> {
  const { migrationsOfBackup: theirs } = await lookThrough(path)
  const ours = await listMigrations()
  const newest = `its newest migration is ${theirs.at(-1)}, that of this version ${ours.at(-1)}`
  if (theirs.some((name) => !ours.includes(name))) throw ofNewerVersion(newest)
  if (ours.some((name) => !theirs.includes(name))) {
    throw new Error(
      `The backup was made by an older version of Tent City: ${newest}. Restore it with that version; this one then brings it up to date as it starts.`,
    )
  }
}

/**
 * Restores a backup that `demandRestorable` let through into an empty database, completely or not at
 * all; returns the number of rows. Throws an Error with a message for the person if the database has
 * data.
 */
export async function restore(db: Database, path: string): Promise<number> {
  return db.transaction(async (tx) => {
    for (const table of backedUp) {
      const query = sql`select from ${sql.identifier(table)} limit 1`
      const [row] = (await tx.queries.execute(query)).rows
      if (row) throw new Error('The database has data in it. Restore into an empty one.')
    }
    let count = 0
    for await (const { table, rows } of portionsIn(path)) {
      tx.demandRoom()
      await insert(tx, table, rows)
      count += rows.length
      await turn()
    }
    // Phones may have seen newer events than those restored, so they must load everything again.
    await tx.queries.execute(sql`
      insert into ledger_epoch (epoch) values (gen_random_uuid())
      on conflict (only_row) do update set epoch = excluded.epoch
    `)
    await advanceNumbers(tx)
    return count
  })
}

/** Advances the sequences, because inserting rows with given numbers does not. */
async function advanceNumbers({ queries }: Tx): Promise<void> {
  const { rows } = await queries.execute<{ table: string; column: string }>(sql`
    select relname as table, attname as column
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where attidentity <> '' and relkind = 'r' and relnamespace = current_schema()::regnamespace
  `)
  for (const { table, column } of rows) {
    const [name, numbered] = [sql.identifier(table), sql.identifier(column)]
    await queries.execute(
      sql`select setval(pg_get_serial_sequence(${table}, ${column}), max(${numbered})) from ${name}`,
    )
  }
}

async function insert(tx: Tx, table: string, rows: string[]): Promise<void> {
  const json = `[${rows.join(',')}]`
  const name = sql.identifier(table)
  await tx.queries
    .execute(
      sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${json}::json)`,
    )
    .catch((error) => {
      // The error's own message would contain all the rows.
      throw errorCode(error) === undefined ? error : refusedRows(table, error)
    })
}

/** Is this a complete backup without any account or tent, like that of a new database? */
export async function isEmptyBackup(path: string): Promise<boolean> {
  try {
    return (await lookThrough(path)).isEmpty
  } catch {
    return false
  }
}

function refusedRows(table: string, cause: unknown): Error {
  const text = `The database refused rows of the backup (${table}, ${errorCode(cause)}). Nothing was changed.`
  return new Error(text, { cause })
}

function ofNewerVersion(what: string): Error {
  return new Error(
    `The backup was made by a newer version of Tent City: ${what}. Install that version, and restore it with that.`,
  )
}

function damagedFile(): Error {
  return new Error(
    'This is not a whole backup of Tent City, or it is damaged. Nothing was changed.',
  )
}

type Head = { format?: unknown; migrations?: string[] }

/** Checks that a file is a complete backup in this format, before any row is used. */
async function lookThrough(
  path: string,
): Promise<{ migrationsOfBackup: string[]; isEmpty: boolean }> {
  const hash = createHash('sha256')
  let head: Head | undefined
  let isEmpty = true
  /** The line before the current one; the last line holds the checksum and is not part of it. */
  let before: string | undefined
  try {
    for await (const line of backupLines(path)) {
      if (before !== undefined) {
        hash.update(head === undefined ? before : `\n${before}`)
        if (head === undefined) head = JSON.parse(before) as Head
        else {
          const { table }: { table?: unknown } = JSON.parse(before)
          if (table === 'users' || table === 'tents') isEmpty = false
        }
      }
      before = line
    }
    const seal: { sha256?: unknown } = JSON.parse(before ?? '')
    if (head === undefined || seal.sha256 !== hash.digest('hex')) throw damagedFile()
  } catch {
    throw damagedFile()
  }
  const { format: its, migrations: migrationsOfBackup = [] } = head
  if (its !== format) throw ofNewerVersion(`its format is ${its}, that of this version ${format}`)
  return { migrationsOfBackup, isEmpty }
}

/** Rows in portions, each of one table, as JSON; without the head and the last line. */
async function* portionsIn(path: string): AsyncGenerator<{ table: TableName; rows: string[] }> {
  let portion: { table: TableName; rows: string[] } | null = null
  for await (const line of backupLines(path)) {
    const table = tableOf(line)
    if (table === undefined) continue
    if (portion !== null && (table !== portion.table || portion.rows.length >= rowsAtOnce(table))) {
      yield portion
      portion = null
    }
    portion ??= { table, rows: [] }
    portion.rows.push(line.slice(beginningOf(table).length, -1))
  }
  if (portion !== null) yield portion
}

/** undefined for a table that backups do not contain any more. */
function tableOf(line: string): TableName | undefined {
  return backedUp.find((name) => line.startsWith(beginningOf(name)))
}

function beginningOf(table: string): string {
  return `{"table":"${table}","row":`
}

async function migrations({ queries }: Reader): Promise<unknown[]> {
  const { rows } = await queries.execute(sql`select name from migrations order by name`)
  return rows.map((row) => row['name'])
}
