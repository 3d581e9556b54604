import { readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { type Database, database } from '../../src/server/db/database.ts'
import { type Embedded, openEmbedded } from '../../src/server/db/embedded.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { createDatabase, migrated } from './database.ts'

/** Embedded databases of this test file that nobody uses now, all empty. */
const idle: Embedded[] = []

/** A migrated database without a row, of the engine under test. */
export async function freshDatabase(): Promise<Database> {
  const adminUrl = inject('postgresUrl')
  if (adminUrl === '') return freshEmbedded()
  return openDatabase({
    databaseUrl: await createDatabase(adminUrl, migrated),
    dataDir: '',
    migrationsFolder: 'src/server/db/migrations',
    onError: () => {},
  })
}

/** The engine takes a second to begin: emptied instead of closed, it serves the next test, too. */
async function freshEmbedded(): Promise<Database> {
  const engine = idle.pop() ?? (await openEmbedded(null, snapshot()))
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
      idle.push(engine)
    },
  }
}

function snapshot(): Blob {
  return new Blob([new Uint8Array(readFileSync(inject('snapshotFile')))])
}

async function empty({ migrations }: Embedded): Promise<void> {
  await migrations(async ({ rows, execute }) => {
    const tables = await rows(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'",
    )
    const names = tables.map(({ name }) => name).join(', ')
    // What may never change in use may go here: as a replica, the triggers stay silent.
    await execute(
      `set session_replication_role = replica; truncate ${names} restart identity; set session_replication_role = origin`,
    )
  })
}
