import { readFileSync } from 'node:fs'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, database } from '../../src/server/db/database.ts'
import { type Embedded, openEmbedded } from '../../src/server/db/embedded.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import { createDatabase, migrated } from './database.ts'

/** Databases that nobody uses now, all empty: a new one takes far longer than to empty one. */
const idle: { embedded: Embedded[]; onPostgres: string[] } = { embedded: [], onPostgres: [] }

/** A migrated database without a row, of the engine under test. */
export async function freshDatabase(): Promise<Database> {
  const adminUrl = inject('postgresUrl')
  return adminUrl === '' ? freshEmbedded() : freshOnPostgres(adminUrl)
}

async function freshOnPostgres(adminUrl: string): Promise<Database> {
  const url = idle.onPostgres.pop() ?? (await createDatabase(adminUrl, migrated))
  const db = database(openPostgres(url, () => {}))
  let isOpen = true
  return {
    ...db,
    async close() {
      if (!isOpen) return
      isOpen = false
      await db.close()
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(emptied)
      await client.end()
      idle.onPostgres.push(url)
    },
  }
}

async function freshEmbedded(): Promise<Database> {
  const engine = idle.embedded.pop() ?? (await openEmbedded(null, snapshot()))
  const db = database(engine)
  let isOpen = true
  const whileOpen = <T>(ask: () => Promise<T>): Promise<T> =>
    isOpen ? ask() : Promise.reject(new Error('The database is closed'))
  return {
    ...db,
    read: (work) => whileOpen(() => db.read(work)),
    transaction: (work) => whileOpen(() => db.transaction(work)),
    statement: (work) => whileOpen(() => db.statement(work)),
    async close() {
      if (!isOpen) return
      isOpen = false
      await empty(engine)
      idle.embedded.push(engine)
    },
  }
}

function snapshot(): Blob {
  return new Blob([new Uint8Array(readFileSync(inject('snapshotFile')))])
}

async function empty({ migrations }: Embedded): Promise<void> {
  await migrations(({ execute }) => execute(emptied))
}

/** What may never change in use may go here: as a replica, the triggers stay silent. */
const emptied = `do $$
declare name text; has_rows boolean;
begin
  set local session_replication_role = replica;
  for name in
    select quote_ident(tablename) from pg_tables
    where schemaname = 'public' and tablename <> 'migrations'
  loop
    -- Far faster than to truncate all.
    execute 'select exists (select from ' || name || ')' into has_rows;
    if has_rows then execute 'delete from ' || name; end if;
  end loop;
  perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
  from pg_sequences where last_value is not null;
end $$`
