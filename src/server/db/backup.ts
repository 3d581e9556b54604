import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { and, eq, getTableColumns, getTableName, sql } from 'drizzle-orm'
import { backupLines, compressed, fileToSend, type SentFile } from './backup-file.ts'
import { type Database, errorCode, type Reader, type Tx } from './database.ts'
import * as schema from './schema.ts'
import { type TableName, tableNames, tables } from './tables.ts'
import { writeWhole } from './write-whole.ts'

const { documents } = schema
const backedUp = tableNames.filter((name) => tables[name].inBackup)

const format = 'tent-city backup 1'

/** Rows are short, except that a document has up to 15 MB. */
const rowsAtOnce = (table: string) => (table === 'documents' ? 1 : 500)

/** How much of a document is read at once: a few milliseconds' work of the embedded engine. */
const bytesAtOnce = 262_144

/**
 * Writes the whole database into a file, as gzipped lines of JSON: a head, one line for each row,
 * and a checksum over everything before it. The format is the same on both engines. It is read in
 * one transaction, so it shows a single moment, and in portions, so that it needs little memory.
 * `look` gets the finished file before it replaces an earlier one; if it throws, the earlier one
 * stays.
 */
export async function backup(
  db: Database,
  now: Date,
  path: string,
  look?: (part: string) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.queries.execute(sql`set transaction isolation level repeatable read`)
    const lines = Readable.from(sealedLines(tx, now), { highWaterMark: 1 })
    await writeWhole(path, async () => compressed(lines), look)
  })
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
  const { bytes: _, ...short } = getTableColumns(documents)
  const columns = table === 'documents' ? sql.join(Object.values(short), sql`, `) : sql.raw('*')
  // The database accepts an event of the ledger only after the one before it.
  const order = table === 'check_events' ? sql`order by check_id, number` : sql``
  await tx.queries.execute(sql`
    declare backed_up no scroll cursor for select to_json(t)::text as json
    from (select ${columns} from ${sql.identifier(table)} ${order}) t
  `)
  const fetch = sql.raw(`fetch ${rowsAtOnce(table)} from backed_up`)
  for (;;) {
    const { rows } = await tx.queries.execute<{ json: string }>(fetch)
    // The embedded engine works on this thread, so others get a turn after each portion.
    await turn()
    if (rows.length === 0) break
    if (table === 'documents') for (const { json } of rows) yield* documentLine(tx, json)
    else yield rows.map(({ json }) => `\n${beginningOf(table)}${json}}`).join('')
  }
  await tx.queries.execute(sql`close backed_up`)
}

/** The line of a document, of which `row` has all but its bytes. */
async function* documentLine(tx: Tx, row: string): AsyncGenerator<string> {
  const { kind, sha256 } = documents
  const key: Pick<typeof documents.$inferSelect, 'kind' | 'sha256'> = JSON.parse(row)
  yield `\n${beginningOf('documents')}${row.slice(0, -1)},"bytes":"\\\\x`
  for (let start = 1; ; start += bytesAtOnce) {
    const part = sql`substring(${documents.bytes} from ${start}::int for ${bytesAtOnce}::int)`
    const [found] = await tx.queries
      .select({ hex: sql<string>`encode(${part}, 'hex')` })
      .from(documents)
      .where(and(eq(kind, key.kind), eq(sha256, key.sha256)))
    await turn()
    yield found?.hex ?? ''
    if ((found?.hex.length ?? 0) < 2 * bytesAtOnce) break
  }
  yield '"}}'
}

/**
 * Restores a backup into an empty database, completely or not at all; returns the number of rows.
 * Throws an Error with a message for the person if the file is damaged or of another version, or if
 * the database has data.
 */
export async function restore(db: Database, path: string): Promise<number> {
  const { migrationsOfBackup } = await lookThrough(path)
  return db.transaction(async (tx) => {
    if (JSON.stringify(migrationsOfBackup) !== JSON.stringify(await migrations(tx))) {
      throw otherVersion()
    }
    for (const table of backedUp) {
      const query = sql`select from ${sql.identifier(table)} limit 1`
      const [row] = (await tx.queries.execute(query)).rows
      if (row) throw new Error('The database has data in it. Restore into an empty one.')
    }
    let count = 0
    for await (const { table, rows } of portionsIn(path)) {
      await insert(tx, table, rows)
      count += rows.length
      await turn()
    }
    // Phones may have seen newer events than those restored, so they must load everything again.
    await tx.queries.execute(sql`
      insert into ledger_epoch (epoch) values (gen_random_uuid())
      on conflict (only_row) do update set epoch = excluded.epoch
    `)
    // Inserting rows with their numbers does not advance what numbers the next ones.
    for (const table of Object.values({ ...schema })) {
      for (const column of Object.values(getTableColumns(table))) {
        if (column.generatedIdentity === undefined) continue
        const [name, field] = [getTableName(table), column.name]
        await tx.queries.execute(
          sql`select setval(pg_get_serial_sequence(${name}, ${field}), max(${column})) from ${table}`,
        )
      }
    }
    return count
  })
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

function otherVersion(): Error {
  return new Error(
    'The backup is of another version of Tent City. Restore it with that version; a newer one then brings it up to date as it starts.',
  )
}

function damagedFile(): Error {
  return new Error(
    'This is not a whole backup of Tent City, or it is damaged. Nothing was changed.',
  )
}

type Head = { format?: unknown; migrations?: unknown }

/** Checks that a file is a complete backup in this format, before any row is used. */
async function lookThrough(
  path: string,
): Promise<{ migrationsOfBackup: unknown; isEmpty: boolean }> {
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
  if (head.format !== format) throw otherVersion()
  return { migrationsOfBackup: head.migrations, isEmpty }
}

/** Rows in portions, each of one table, as JSON; without the head and the last line. */
async function* portionsIn(path: string): AsyncGenerator<{ table: string; rows: string[] }> {
  let table = ''
  let rows: string[] = []
  for await (const line of backupLines(path)) {
    const of = tableOf(line)
    if (of === undefined) continue
    if (rows.length > 0 && (of !== table || rows.length >= rowsAtOnce(table))) {
      yield { table, rows }
      rows = []
    }
    table = of
    rows.push(line.slice(beginningOf(table).length, -1))
  }
  if (rows.length > 0) yield { table, rows }
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
