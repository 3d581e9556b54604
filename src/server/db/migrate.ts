import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deadlock, errorCode } from './database.ts'
import { tableNames } from './tables.ts'

type Session = {
  execute: (sql: string) => Promise<void>
  rows: (sql: string) => Promise<Record<string, unknown>[]>
}

/** Those of this version: beside this file, or beside its build. */
export const ownMigrations = fileURLToPath(new URL('migrations', import.meta.url))

/** The names of a folder's migrations, in their order. */
export async function listMigrations(folder = ownMigrations): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/** Runs `work` on a session; no other server migrates at the same time. */
export type MigrationRunner = (work: (session: Session) => Promise<void>) => Promise<void>

/**
 * Brings the database up to the newest file of `folder` (`0001-name.sql`, in order), each file in
 * its own transaction, then replaces its functions (`functions.sql` beside the folder) if that file
 * has changed. It refuses a database that is newer than these files, with `mustExist` an empty one,
 * and with `asItIs` one that is older; that keeps its functions as well. If nothing is new, no table is
 * locked, because other servers may be in the middle of a check.
 */
export async function migrate(
  runner: MigrationRunner,
  folder: string,
  { mustExist = false, asItIs = false } = {},
): Promise<void> {
  const files = await listMigrations(folder)
  await runner(async (session) => {
    const isNew = await isMissing(session)
    if (isNew) {
      if (mustExist)
        throw new Error('There is no Tent City in this database. Is DATABASE_URL right?')
      await session.execute(
        'create table migrations (name text primary key, applied_at timestamptz not null default now())',
      )
    }
    const applied = new Set(
      (await session.rows('select name from migrations')).map((row) => row['name']),
    )
    const unknown = [...applied].filter((name) => !files.includes(String(name)))
    if (unknown.some((name) => !fileName.test(String(name)))) throw ofAnother('migrations')
    if (unknown.length > 0) {
      throw new Error(
        `The database was made by a newer version of Tent City (it knows ${unknown.join(', ')}). Start that version, or restore an older backup.`,
      )
    }
    const outstanding = files.filter((file) => !applied.has(file))
    if (asItIs && !isNew && outstanding.length > 0) throw ofOlderVersion()
    for (const name of outstanding) {
      const sql = await readFile(join(folder, name), 'utf8')
      await apply(session, `${sql}\ninsert into migrations (name) values ('${name}');`)
    }
    const functions = await readFile(join(folder, '../functions.sql'), 'utf8')
    const made = `functions ${createHash('sha256').update(functions).digest('hex')}`
    const [now] = await session.rows("select obj_description('migrations'::regclass) as made")
    if (now?.['made'] !== made && (isNew || !asItIs)) {
      await apply(session, `${functions}\ncomment on table migrations is '${made}';`)
    }
  })
}

const triesAtMost = 5

/**
 * Runs one file as a transaction. It waits for those who write to its tables; on a deadlock it
 * gives way and tries again.
 */
async function apply(session: Session, sql: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await session.execute(`begin;\n${sql}\ncommit;`)
    } catch (error) {
      if (errorCode(error) !== deadlock || tries === triesAtMost) throw error
      await session.execute('rollback')
    }
  }
}

const fileName = /^\d{4}-[a-z0-9-]+\.sql$/

/** Is our database not there yet? Throws if another program has tables of the same names. */
async function isMissing(session: Session): Promise<boolean> {
  const columns = await session.rows(
    "select attname as name from pg_attribute where attrelid = to_regclass('migrations') and attnum > 0 and not attisdropped order by 1",
  )
  const found = columns.map(({ name }) => String(name)).join()
  if (found === 'applied_at,name') return false
  if (found !== '') throw ofAnother('migrations')
  const names = tableNames.map((name) => `'${name}'`).join()
  const [taken] = await session.rows(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relname in (${names}) limit 1`,
  )
  if (taken !== undefined) throw ofAnother(String(taken['name']))
  return true
}

function ofOlderVersion(): Error {
  return new Error(
    'The database is of an older version of Tent City and is left as it is. Make a backup with that version first; then start the server, or run migrate, to bring it up to date.',
  )
}

function ofAnother(table: string): Error {
  return new Error(
    `The database of DATABASE_URL belongs to another program: its table "${table}" is not ours. Give Tent City a database of its own.`,
  )
}
