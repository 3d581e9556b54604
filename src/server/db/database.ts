import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { DrizzleQueryError, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

type Result<Row> = { rows: Row[] }

/** Both engines give their rows so for a query that is written as SQL. */
interface Rows extends PgQueryResultHKT {
  type: Result<this['row']>
}

/** The query builder, the same for both engines. */
export type Queries = PgDatabase<Rows>

/** What a store needs to read. */
export type Reader = { queries: Queries }

/**
 * What a store needs to write. `afterCommit` callbacks run after a successful commit, and never
 * otherwise, and the transaction waits for what they return; the commit also notifies every server
 * of the database.
 */
export type Tx = Statement & {
  /** Throws if the disk has no room for more; for a transaction that writes more than most. */
  demandRoom: () => void
  afterCommit: (run: () => unknown) => void
  notify: (text: string) => Promise<void>
  /** As `notify`, where this server has to hear it, too: also if there is no other. */
  notifyAll: (text: string) => Promise<void>
}

/** What a store needs for a single writing statement; the statement itself sends `notification`. */
export type Statement = Reader & { notification: (text: string) => StatementNotification }

/** For `pg_notify`; `channel` null: there is no other server to notify. */
export type StatementNotification = { channel: string | null; text: string }

/**
 * The only access to the data. `read`, `transaction` and `statement` must not be called inside a
 * transaction: the embedded engine has one session and would deadlock.
 */
export type Database = {
  read: <T>(work: (reader: Reader) => Promise<T>) => Promise<T>
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** A single statement that is its own transaction: when it resolves, it is committed. */
  statement: <T>(work: (statement: Statement) => Promise<T>) => Promise<T>
  /** Notifies the other servers without writing anything. Not delivered reliably. */
  notify: (text: string) => Promise<void>
  /** Changes as soon as what was read may be outdated, as far as this server knows. */
  version: () => number
  /** A lock that at most one server of the database holds; null: another one does. */
  tryLock: (key: number) => Promise<Lock | null>
  /**
   * Calls `onNotification` with every notification, also this server's own, until stopped. null:
   * some may have been lost.
   */
  subscribe: (onNotification: (text: string | null) => void) => Promise<() => Promise<void>>
  close: () => Promise<void>
}

/** Held until released, or until its server or connection ends. */
export type Lock = { isHeld: () => boolean; release: () => Promise<void> }

/**
 * What an engine provides. `beforeWriting` throws if the disk has no room for a write;
 * `afterCommit` makes a commit durable before it is answered.
 */
export type Engine = {
  queries: Queries
  transaction: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>
  beforeWriting: () => void
  afterCommit: () => Promise<void>
  tryLock: Database['tryLock']
  subscribe: Database['subscribe']
  /** null: there is no other server to notify. */
  channel: string | null
  close: () => Promise<void>
}

/**
 * The databases whose transactions are under way. All databases share one storage: before Node 24,
 * each storage that was ever used makes every promise of the process slower.
 */
const inTransaction = new AsyncLocalStorage<readonly Engine[]>()

export function database(engine: Engine): Database {
  let version = 0

  function refuseNesting(): void {
    if (inTransaction.getStore()?.includes(engine)) {
      throw new Error('The database was asked outside of the transaction that is under way')
    }
  }

  /** Prefix of notifications for which nothing was written: cached values stay valid. */
  const nothingWritten = '~'
  const { channel } = engine
  const notification = (text: string) => ({ channel, text })
  const notifier =
    (queries: Queries, to = channel) =>
    async (text: string) => {
      if (to !== null) await queries.execute(sql`select pg_notify(${to}, ${text})`)
    }

  /** `isRefused`: was it given up before it could be committed? */
  async function committed<T>(write: () => Promise<T>, isRefused = () => false): Promise<T> {
    refuseNesting()
    try {
      const outer = inTransaction.getStore() ?? []
      const result = await inTransaction.run([...outer, engine], write)
      await engine.afterCommit()
      return result
    } finally {
      // A failed call may still have been committed if only its answer was lost.
      if (!isRefused()) version += 1
    }
  }

  return {
    async read(work) {
      refuseNesting()
      return work({ queries: engine.queries })
    },
    async transaction(work) {
      const hooks: (() => unknown)[] = []
      let isRefused = false
      const result = await committed(
        () =>
          engine.transaction(async (queries) => {
            try {
              // Not earlier: transactions before this one may have filled the disk.
              engine.beforeWriting()
              return await work({
                queries,
                notification,
                notify: notifier(queries),
                notifyAll: notifier(queries, channelName),
                demandRoom: engine.beforeWriting,
                afterCommit: (run) => hooks.push(run),
              })
            } catch (error) {
              isRefused = true
              throw error
            }
          }),
        () => isRefused,
      )
      await Promise.all(hooks.map((run) => run()))
      return result
    },
    async statement(work) {
      engine.beforeWriting()
      return committed(() => work({ queries: engine.queries, notification }))
    },
    async notify(text) {
      refuseNesting()
      await notifier(engine.queries)(`${nothingWritten}${text}`)
    },
    version: () => version,
    tryLock: engine.tryLock,
    // A notification may arrive during a transaction of somebody else; it is handled outside of it.
    subscribe: (onNotification) =>
      engine.subscribe(
        AsyncResource.bind((text: string | null) => {
          if (text?.startsWith(nothingWritten))
            return onNotification(text.slice(nothingWritten.length))
          version += 1
          onNotification(text)
        }),
      ),
    close: engine.close,
  }
}

/** The engine's code of an error (SQLSTATE), which the query builder wraps, or Node's (`ENOENT`). */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  if (lostConnection.test(error.message)) return connectionFailure
  return errorCode(error.cause)
}

/** Is this a failed statement? Its message contains the statement's parameters. */
export function isFailedQuery(error: unknown): boolean {
  return error instanceof DrizzleQueryError
}

/** SQLSTATE 08006, which the driver omits where it notices the lost connection itself. */
const connectionFailure = '08006'
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired)/

/**
 * SQLSTATEs and socket errors of a lost, refused or closed connection, of a server that starts, cannot
 * be reached or can only be read, of deadlocks, and of what was given up because it took too long.
 */
const away =
  /^(08...|57P0[1-3]|57014|55P03|53300|25P03|25006|40001|40P01|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Is the database away, so that the same may work later? */
export function isDatabaseAway(error: unknown): boolean {
  return away.test(errorCode(error) ?? '') || hasNoSocket(error)
}

/** Is PostgreSQL's Unix socket missing, which it removes as it stops? No other file counts. */
function hasNoSocket(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { syscall } = error as NodeJS.ErrnoException
  return syscall === 'connect' ? errorCode(error) === 'ENOENT' : hasNoSocket(error.cause)
}

/** The channel of PostgreSQL's notifications. */
export const channelName = 'tent_city'

/** A server's connection for notifications is named by this and the server's version. */
export const serverNamePrefix = 'tent-city '

/** SQLSTATE 23505. */
const uniqueViolation = '23505'

/** Is it a unique violation: did somebody else write the same unique value first? */
export function isTaken(error: unknown): boolean {
  return errorCode(error) === uniqueViolation
}

export const foreignKeyViolation = '23503'

/** SQLSTATE 40P01: two transactions waited for each other, and this one was cancelled. */
export const deadlock = '40P01'

/** SQLSTATE 40001: what was to be written stands on what others have changed since. */
export const serializationFailure = '40001'
