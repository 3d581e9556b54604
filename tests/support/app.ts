import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash as argon2 } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { io, type Socket } from 'socket.io-client'
import { addUser } from '../../src/server/accounts/registration.ts'
import { openSession } from '../../src/server/accounts/sessions.ts'
import { createApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { systemContext } from '../../src/server/context.ts'
import type { Database } from '../../src/server/db/database.ts'
import type { LogStream } from '../../src/server/http/log-output.ts'
import type { ClientEvents, ServerEvents } from '../../src/shared/events.ts'
import { type Client, clientOf } from './client.ts'
import { freshDatabase } from './fresh-database.ts'

export type TestSocket = Socket<ServerEvents, ClientEvents>

/** One request as a client sends it; `body` undefined: none. */
type Ask = {
  method?: string
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

/**
 * An answer as it came; a body that is not JSON is its text. Refusals have `code` and `error`. For
 * the typed answer of a call, use `as`.
 */
export type Answer = {
  status: number
  body: { code?: string; error?: string; [field: string]: unknown }
  headers: Headers
}

/** Somebody of each role; `visitor` is signed in nowhere. */
type Role = 'visitor' | 'tenter' | 'lineMonitor' | 'superUser'

const people = {
  tenter: { netID: 'taylor', firstName: 'Taylor' },
  lineMonitor: { netID: 'mo', firstName: 'Mo', isLineMonitor: true },
  superUser: { netID: 'boss', firstName: 'Harper', isSuperUser: true },
}

/** The sessions of those people, by database: further servers on it know them, too. */
const sessions = new WeakMap<Database, Map<string, Promise<string>>>()

export type TestApp = {
  app: FastifyInstance
  db: Database
  url: string
  cacheFolder: string
  /**
   * A further server on the same database, which the first one closes; on the embedded engine, in the
   * same process.
   */
  another: (more?: Record<string, string>) => Promise<TestApp>
  /** Sends what no client of ours would send; for what fits the contract, use `as`. */
  ask: (path: string, options?: Ask) => Promise<Answer>
  /** One and the same person of this role, signed in with their first call. */
  as: (role: Role) => Client
  /** Whoever has this session; undefined: a visitor. */
  withToken: (token: string | undefined) => Client
  /** Adds an account with a session, as if it had signed in; gives its token. */
  signIn: (
    netID: string,
    given?: {
      isLineMonitor?: boolean
      isSuperUser?: boolean
      isConfirmed?: boolean
      firstName?: string
      lastName?: string
    },
  ) => Promise<string>
  /** `headers`: as a browser would send them of itself; `speaks`: the version of the events it knows. */
  connect: (
    token?: string,
    more?: { headers?: Record<string, string>; speaks?: number },
  ) => TestSocket
  /** What was logged as an error so far, a line of JSON each; what nobody takes fails the test. */
  takeErrors: () => string[]
  close: () => Promise<void>
}

export const password = 'correct horse battery'
let passwordHash: Promise<string> | undefined

/**
 * The whole server on a fresh database of the engine under test, listening on a port of its own.
 * `PAGES_FOLDER` in `env`: it has the built screens of this folder, too.
 */
export async function startApp(
  env: Record<string, string> = {},
  now = systemContext.now,
  logStream?: LogStream,
  wait = systemContext.wait,
): Promise<TestApp> {
  return startAppOn(await freshDatabase(), env, now, logStream, wait)
}

/** The whole server on a database of one's own, which it closes as it stops. */
export async function startAppOn(
  db: Database,
  env: Record<string, string> = {},
  now = systemContext.now,
  logStream?: LogStream,
  wait = systemContext.wait,
  errors: string[] = [],
  closeDatabase = () => db.close().catch(() => {}),
): Promise<TestApp> {
  // Nothing outside this machine is ever asked: nobody listens there.
  const nobody = 'http://127.0.0.1:9'
  const { PAGES_FOLDER: builtAppFolder = null, ...settings } = env
  const config = readConfig({
    LOG_LEVEL: 'error',
    AIRTABLE_API_URL: nobody,
    SPORTS_API_URL: nobody,
    ...settings,
  })
  const cacheFolder = mkdtempSync(join(tmpdir(), 'tent-city-cache-'))
  const app = await createApp({
    ...systemContext,
    now,
    wait,
    config,
    db,
    secretKey: config.secretKey ?? '5e'.repeat(32),
    builtAppFolder,
    cacheFolder,
    logStream: logStream ?? { write: (line) => void errors.push(line) },
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const sockets: TestSocket[] = []

  async function ask(
    path: string,
    { method, token, body, headers = {} }: Ask = {},
  ): Promise<Answer> {
    const response = await fetch(`${url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const isJson = response.headers.get('content-type')?.includes('json')
    const answer = isJson ? await response.json() : await response.text()
    return { status: response.status, body: answer, headers: response.headers }
  }

  const signIn: TestApp['signIn'] = async (netID, given = {}) => {
    const { firstName = 'Robin', lastName = 'Test' } = given
    const { isLineMonitor = false, isSuperUser = false } = given
    const { isConfirmed = false } = given
    // Compared in no time, where one that is made by the server takes it 20 ms.
    passwordHash ??= argon2(password, { memoryCost: 64, timeCost: 1 })
    const hash = await passwordHash
    const person = { netID, firstName, lastName, email: `${netID}@example.edu`, password }
    return db.transaction(async (tx) => {
      await addUser({ now }, tx, person, hash, { isLineMonitor, isSuperUser, isConfirmed })
      const { token } = await openSession({ ...systemContext, config, now }, tx, netID, '')
      return token
    })
  }

  function tokenOf(role: Exclude<Role, 'visitor'>): Promise<string> {
    const known = sessions.get(db) ?? new Map<string, Promise<string>>()
    sessions.set(db, known)
    const { netID, ...roles } = people[role]
    const token = known.get(netID) ?? signIn(netID, roles)
    known.set(netID, token)
    return token
  }

  return {
    app,
    db,
    url,
    cacheFolder,
    another: (more = {}) =>
      startAppOn(db, { ...env, ...more }, now, undefined, wait, errors, async () => {}),
    takeErrors: () => errors.splice(0),
    ask,
    as: (role) => clientOf(url, async () => (role === 'visitor' ? undefined : await tokenOf(role))),
    withToken: (token) => clientOf(url, async () => token),
    signIn,
    connect(token, { headers = {}, speaks } = {}) {
      const socket: TestSocket = io(url, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        extraHeaders: headers,
        auth: { ...(token !== undefined && { token }), ...(speaks !== undefined && { speaks }) },
      })
      sockets.push(socket)
      return socket
    },
    async close() {
      for (const socket of sockets) socket.disconnect()
      await app.close()
      await closeDatabase()
      rmSync(cacheFolder, { recursive: true, force: true })
      if (errors.length > 0) throw new Error(`Nobody expected this error:\n${errors.join('')}`)
    },
  }
}

/** Resolves with the arguments of the next such event. */
export function next<N extends keyof ServerEvents>(
  socket: TestSocket,
  name: N,
): Promise<Parameters<ServerEvents[N]>> {
  return new Promise((resolve) => {
    socket.once(name, ((...args: Parameters<ServerEvents[N]>) => resolve(args)) as never)
  })
}
