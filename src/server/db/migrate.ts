import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Session = {
  execute: (sql: string) => Promise<void>
  rows: (sql: string) => Promise<Record<string, unknown>[]>
}

/** Runs `work` on one session that no other server migrates on at the same time. */
export type MigrationRunner = (work: (session: Session) => Promise<void>) => Promise<void>

/**
 * Brings the database up to the newest file of `folder` (`0001-name.sql`, in order), each in a
 * transaction of its own. A database that is ahead of these files is refused untouched, and with
 * `mustExist` one that was never brought up.
 */
export async function migrate(
  runner: MigrationRunner,
  folder: string,
  { mustExist = false } = {},
): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  await runner(async (session) => {
    const [found] = await session.rows("select to_regclass('migrations') is null as missing")
    if (found?.['missing'] === true) {
      if (mustExist)
        throw new Error('There is no Tent City in this database. Is DATABASE_URL right?')
      await session.execute(
        'create table migrations (name text primary key, applied_at timestamptz not null default now())',
      )
    }
    const applied = new Set(
      (await session.rows('select name from migrations')).map((r) => r['name']),
    )
    const unknown = [...applied].filter((name) => !files.includes(String(name)))
    if (unknown.length > 0) {
      throw new Error(
        `The database was made by a newer version of Tent City (it knows ${unknown.join(', ')}). Start that version, or restore an older backup.`,
      )
    }
    for (const name of files.filter((file) => !applied.has(file))) {
      const sql = await readFile(join(folder, name), 'utf8')
      await session.execute(
        `begin;\n${sql}\ninsert into migrations (name) values ('${name}');\ncommit;`,
      )
    }
  })
}
