import { readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { type Database, database, type Engine } from '../../src/server/db/database.ts'
import { openEmbedded } from '../../src/server/db/embedded.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import { createDatabase, migrated } from './database.ts'

/** Engines that nobody uses now, on empty databases: a new one takes far longer than to empty one. */
const idle: { embedded: Engine[]; onPostgres: Engine[] } = { embedded: [], onPostgres: [] }

/** A migrated database without a row, of the engine under test. */
export async function freshDatabase(): Promise<Database> {
  const adminUrl = inject('postgresUrl')
  return adminUrl === ''
    ? lent(idle.embedded, () => openEmbedded(null, snapshot()))
    : lent(idle.onPostgres, async () =>
        openPostgres(await createDatabase(adminUrl, migrated), () => {}),
      )
}

/** A database that, when closed, is emptied and leaves its open engine to the next one. */
async function lent(engines: Engine[], open: () => Promise<Engine>): Promise<Database> {
  const engine = engines.pop() ?? (await open())
  const db = database(engine)
  const underWay = new Set<Promise<unknown>>()
  let isOpen = true
  async function whileOpen<T>(ask: () => Promise<T>): Promise<T> {
    if (!isOpen) throw new Error('The database is closed')
    const asked = ask()
    underWay.add(asked)
    try {
      return await asked
    } finally {
      underWay.delete(asked)
    }
  }
  return {
    ...db,
    read: (work) => whileOpen(() => db.read(work)),
    transaction: (work) => whileOpen(() => db.transaction(work)),
    statement: (work) => whileOpen(() => db.statement(work)),
    notify: (text) => whileOpen(() => db.notify(text)),
    async close() {
      if (!isOpen) return
      isOpen = false
      await Promise.allSettled(underWay)
      await engine.queries.execute(emptied)
      engines.push(engine)
    },
  }
}

function snapshot(): Blob {
  return new Blob([new Uint8Array(readFileSync(inject('snapshotFile')))])
}

/** Deletes all rows. In the role `replica` the triggers that forbid this do not run. */
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
