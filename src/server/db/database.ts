import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { DrizzleQueryError, type ExtractTablesWithRelations, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** The query builder, alike on both engines. */
export type Queries = PgDatabase<
  PgQueryResultHKT,
  typeof schema,
  ExtractTablesWithRelations<typeof schema>
>

/** What a store needs to read. */
export type Reader = { queries: Queries }

/**
 * What a store needs to write. `afterCommit` runs once all is safely kept, never otherwise; then,
 * too, every server of the database is notified.
 */
export type Tx = Statement & {
  afterCommit: (run: () => void) => void
  notify: (text: string) => Promise<void>
}

/** What a store needs for one statement that writes; `notification` is what it notifies by itself. */
export type Statement = Reader & { notification: (text: string) => StatementNotification }

/** For `pg_notify`; `channel` null: there is no other server to notify. */
export type StatementNotification = { channel: string | null; text: string }

/**
 * The one way to the data. There is no handle outside these three, and none of them may be used
 * inside a transaction: the embedded engine has a single session and would wait for ever.
 */
export type Database = {
  read: <T>(work: (reader: Reader) => Promise<T>) => Promise<T>
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** One statement that is a transaction by itself: when its answer is here, it is safely kept. */
  statement: <T>(work: (statement: Statement) => Promise<T>) => Promise<T>
  /** Notifies the other servers at once, with nothing written: what does not arrive is lost. */
  notify: (text: string) => Promise<void>
  /** Another one as soon as what was read may no longer hold, as far as this server knows. */
  version: () => number
  /** Among all servers of the database one at most has it; null: another one does. */
  tryLock: (key: number) => Promise<Lock | null>
  /**
   * Calls `heard` with every notification, this server's own included, until stopped. null: some
   * may have been lost.
   */
  subscribe: (heard: (text: string | null) => void) => Promise<() => Promise<void>>
  close: () => Promise<void>
}

/** Held until released, or until its server or its connection dies. */
export type Lock = { isHeld: () => boolean; release: () => Promise<void> }

/**
 * What an engine brings: its query builder, what a transaction has to wait for, and what makes a
 * commit safe before it is answered.
 */
export type Engine = {
  queries: Queries
  transaction: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>
  beforeTransaction: () => Promise<void>
  afterCommit: () => Promise<void>
  tryLock: Database['tryLock']
  subscribe: Database['subscribe']
  /** null: there is no other server to notify. */
  channel: string | null
  close: () => Promise<void>
}

export function database(engine: Engine): Database {
  const inTransaction = new AsyncLocalStorage<true>()
  let version = 0

  function refuseNesting(): void {
    if (inTransaction.getStore()) {
      throw new Error('The database was asked outside of the transaction that is under way')
    }
  }

  /** Begins a notification with which nothing was written: what is cached still holds. */
  const nothingWritten = '~'
  const { channel } = engine
  const notification = (text: string) => ({ channel, text })
  const notifier = (queries: Queries) => async (text: string) => {
    if (channel !== null) await queries.execute(sql`select pg_notify(${channel}, ${text})`)
  }

  async function committed<T>(write: () => Promise<T>): Promise<T> {
    refuseNesting()
    await engine.beforeTransaction()
    try {
      const result = await inTransaction.run(true, write)
      await engine.afterCommit()
      return result
    } finally {
      // Even what failed may have been committed before its answer was lost.
      version += 1
    }
  }

  return {
    async read(work) {
      refuseNesting()
      return work({ queries: engine.queries })
    },
    async transaction(work) {
      const hooks: (() => void)[] = []
      const result = await committed(() =>
        engine.transaction((queries) =>
          work({
            queries,
            notification,
            notify: notifier(queries),
            afterCommit: (run) => hooks.push(run),
          }),
        ),
      )
      for (const run of hooks) run()
      return result
    },
    statement: (work) => committed(() => work({ queries: engine.queries, notification })),
    async notify(text) {
      refuseNesting()
      await notifier(engine.queries)(`${nothingWritten}${text}`)
    },
    version: () => version,
    tryLock: engine.tryLock,
    // A notification may arrive within somebody's transaction; it is handled outside of it.
    subscribe: (heard) =>
      engine.subscribe(
        AsyncResource.bind((text: string | null) => {
          if (text?.startsWith(nothingWritten)) return heard(text.slice(nothingWritten.length))
          version += 1
          heard(text)
        }),
      ),
    close: engine.close,
  }
}

/** The engine's own error code (SQLSTATE), which the query builder wraps. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  if (lostConnection.test(error.message)) return connectionFailure
  return errorCode(error.cause)
}

/** Is this a statement that the engine did not carry out, with its parameters in its words? */
export function isFailedQuery(error: unknown): boolean {
  return error instanceof DrizzleQueryError
}

/** SQLSTATE 08006, which the driver does not give where it notices the loss itself. */
const connectionFailure = '08006'
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** The channel of PostgreSQL's notifications. */
export const channelName = 'tent_city'

/** SQLSTATE 23505. */
export const uniqueViolation = '23505'
export const foreignKeyViolation = '23503'

/** SQLSTATE 40P01: two transactions waited for each other, and this one gave way. */
export const deadlock = '40P01'
