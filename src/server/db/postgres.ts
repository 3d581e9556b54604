import type { Socket } from 'node:net'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { version } from '../version.ts'
import { channelName, type Engine, errorCode, type Lock, serverNamePrefix } from './database.ts'
import { lockKeys } from './lock-keys.ts'
import type { MigrationRunner } from './migrate.ts'
import { refuseUnfit, sessionSettings, unusable } from './postgres-session.ts'

/**
 * How long PostgreSQL may be silent. `asked`: a connection with a query under way; far longer than
 * any of ours takes, and idle connections are closed earlier. `waiting`: a connection that only
 * waits for notifications or holds a lock; it sends a query three times as often. With the one for
 * notifications those that are asked are given up, too.
 */
const silentAtMostMs = { asked: 30_000, waiting: 9000 }

/** A real PostgreSQL. Its own `fsync` makes a commit safe. */
export function openPostgres(
  url: string,
  onError: (error: Error) => void,
  silentMs = silentAtMostMs,
): Engine & { migrations: MigrationRunner } {
  const pooled = new Set<pg.ClientBase>()
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Nobody gets a client before this has finished.
    onConnect(client) {
      // The pool does not listen for errors of clients in use, and an unhandled one ends the
      // process.
      client.on('error', onError)
      endWhenSilent(client, silentMs.asked)
      pooled.add(client)
      client.once('end', () => pooled.delete(client))
      return client.query(sessionSettings)
    },
  })
  pool.on('error', onError)
  /** Whatever made one connection silent may have swallowed these, and all marks wait for one. */
  const endPooled = () => pooled.forEach(endAsSilent)
  return {
    queries: drizzle(pool),
    // The query builder's own `transaction` would leak the client if PostgreSQL is gone before the
    // first statement, and after the last client the server would hang.
    async transaction(work) {
      const client = await pool.connect()
      try {
        return await drizzle(client).transaction(work)
      } finally {
        client.release()
      }
    },
    beforeWriting() {},
    afterCommit: async () => {},
    tryLock: (key) => tryLock(url, key, onError, silentMs.waiting),
    channel: channelName,
    subscribe: (onNotification) =>
      subscribe(url, onNotification, onError, silentMs.waiting, endPooled),
    close: () => pool.end(),
    // On its own connection, which may be silent for as long as a migration takes.
    async migrations(run) {
      const client = clientOf(url)
      client.on('error', onError)
      await client.connect().catch((error) => {
        throw unusable(url, error)
      })
      try {
        await client.query(sessionSettings)
        await refuseUnfit(client)
        // Servers that start together run one after the other.
        await client.query('select pg_advisory_lock($1)', [lockKeys.migrations])
        await run({
          execute: async (sql) => void (await client.query(sql)),
          rows: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
        })
      } catch (error) {
        // Our own refusals already have a clear message.
        throw errorCode(error) === undefined ? error : unusable(url, error)
      } finally {
        // This also releases the lock.
        await client.end()
      }
    },
  }
}

/**
 * A broken network or a machine without power does not close a connection: without a timeout, a
 * query would wait as long as the operating system tries.
 */
function endWhenSilent(client: pg.ClientBase, afterMs: number, onSilent = () => {}): void {
  const socket = socketOf(client)
  const graceMs = afterMs / 10
  socket.setTimeout(afterMs - graceMs)
  // Its own callback would be called only once.
  socket.on('timeout', () => {
    const { bytesRead } = socket
    const end = () => {
      if (socket.destroyed || socket.bytesRead !== bytesRead) return
      endAsSilent(client)
      onSilent()
    }
    // If this process itself stood still, what came meanwhile is read by then, and so is the answer
    // to what is asked only now.
    setTimeout(() => setImmediate(end), graceMs).unref()
  })
}

function endAsSilent(client: pg.ClientBase): void {
  socketOf(client).destroy(new Error('Connection terminated: PostgreSQL does not answer'))
}

/** The driver does not expose it; with TLS it is another one than at the beginning. */
function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}

/**
 * A connection that only waits sends a query regularly; otherwise it would not notice that
 * PostgreSQL is gone.
 */
function noticeSilence(client: pg.Client, afterMs: number, onSilent?: () => void): void {
  endWhenSilent(client, afterMs, onSilent)
  let isAsking = false
  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    await client.query('select 1').catch(() => {})
    isAsking = false
  }
  const timer = setInterval(ask, afterMs / 3)
  timer.unref()
  client.once('end', () => clearInterval(timer))
}

/** A session lock: it ends with the connection, so a server that dies holds nothing. */
async function tryLock(
  url: string,
  key: number,
  onError: (error: Error) => void,
  silentMs: number,
): Promise<Lock | null> {
  const client = clientOf(url)
  let held = false
  client.on('error', (error) => {
    held = false
    onError(error)
  })
  client.on('end', () => {
    held = false
  })
  await client.connect()
  noticeSilence(client, silentMs)
  await client.query(sessionSettings)
  const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [
    key,
  ])
  held = rows[0]?.ok === true
  if (!held) {
    await client.end()
    return null
  }
  return { isHeld: () => held, release: () => client.end() }
}

const subscribeAgainAfterMs = 500

/** A separate connection for notifications, opened again whenever it is lost. */
async function subscribe(
  url: string,
  onNotification: (text: string | null) => void,
  onError: (error: Error) => void,
  silentMs: number,
  onSilent: () => void,
): Promise<() => Promise<void>> {
  let client: pg.Client
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function open(): Promise<void> {
    client = clientOf(url)
    client.on('error', onError)
    client.on('notification', ({ payload }) => onNotification(payload ?? ''))
    await client.connect()
    noticeSilence(client, silentMs, onSilent)
    await client.query(sessionSettings)
    await client.query(`listen ${channelName}`)
    // From this name, all servers know which ones are running.
    await client.query("select set_config('application_name', $1, false)", [
      `${serverNamePrefix}${version}`,
    ])
    // Only now: if the connection is lost earlier, `open` itself fails, which its caller handles.
    client.once('end', again)
  }

  function again(): void {
    if (stopped) return
    timer = setTimeout(() => {
      open().then(
        () => onNotification(null),
        (error: Error) => {
          onError(error)
          client.end().catch(() => {})
          again()
        },
      )
    }, subscribeAgainAfterMs)
    timer.unref()
  }

  await open()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await client.end().catch(() => {})
  }
}

function clientOf(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
}
