import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import { type Database, database, type Engine, type Lock } from '../../src/server/db/database.ts'
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
        keepingConnections(openPostgres(await createDatabase(adminUrl, migrated), () => {})),
      )
}

/**
 * A PostgreSQL whose connections for notifications and for locks stay open for the next test: to open
 * one costs 30 ms of a core.
 */
function keepingConnections(engine: Engine): Engine {
  const listeners = new Set<(text: string | null) => void>()
  let listening: Promise<unknown> | undefined
  const open = new Map<number, Lock>()
  const taken = new Set<number>()

  /** Nobody is told of what was notified before they listened. */
  async function listenFromNow(onNotification: (text: string | null) => void): Promise<void> {
    // With this prefix it says that nothing was written.
    const now = `~${randomUUID()}`
    let resolve = () => {}
    const promise = new Promise<void>((settle) => {
      resolve = settle
    })
    const wait = (text: string | null) => {
      if (text === now || text === null) resolve()
    }
    listeners.add(wait)
    await engine.queries.execute(sql`select pg_notify(${engine.channel}, ${now})`)
    await promise
    listeners.delete(wait)
    listeners.add(onNotification)
  }

  return {
    ...engine,
    async subscribe(onNotification) {
      // A further server of the same test has one of its own.
      if (listeners.size > 0) return engine.subscribe(onNotification)
      listening ??= engine.subscribe((text) => {
        for (const tell of [...listeners]) tell(text)
      })
      await listening
      await listenFromNow(onNotification)
      return async () => {
        listeners.delete(onNotification)
        // To end a connection takes a moment, too.
        await engine.queries.execute(sql`select 1`)
      }
    },
    async tryLock(key) {
      if (taken.has(key)) return null
      taken.add(key)
      const before = open.get(key)
      const lock = before?.isHeld()
        ? before
        : await engine.tryLock(key).catch((error) => {
            taken.delete(key)
            throw error
          })
      if (lock === null) {
        taken.delete(key)
        return null
      }
      open.set(key, lock)
      let isOurs = true
      return {
        isHeld: () => isOurs && lock.isHeld(),
        async release() {
          if (isOurs) taken.delete(key)
          isOurs = false
        },
      }
    },
  }
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
