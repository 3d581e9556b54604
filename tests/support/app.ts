import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { io, type Socket } from 'socket.io-client'
import { hashPassword } from '../../src/server/accounts/passwords.ts'
import { addUser } from '../../src/server/accounts/registration.ts'
import { createApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { reality } from '../../src/server/context.ts'
import type { Database } from '../../src/server/db/database.ts'
import type { LogStream } from '../../src/server/http/log.ts'
import type { ClientEvents, ServerEvents } from '../../src/shared/events.ts'
import { freshDatabase } from './fresh-database.ts'

export type TestSocket = Socket<ServerEvents, ClientEvents>

/** One request as a client sends it; `body` undefined: none. */
type Ask = {
  method?: string
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

export type Answer = { status: number; body: Record<string, never>; headers: Headers }

export type TestApp = {
  app: FastifyInstance
  db: Database
  url: string
  cacheFolder: string
  /** A further server on the same database; on the embedded engine, in the same process. */
  another: (more?: Record<string, string>) => Promise<TestApp>
  ask: (path: string, options?: Ask) => Promise<Answer>
  /** Adds an account and signs it in; gives its token. */
  signIn: (
    netID: string,
    roles?: { isLineMonitor?: boolean; isSuperUser?: boolean; firstName?: string },
  ) => Promise<string>
  /** `headers`: as a browser would send them of itself. */
  connect: (token?: string, headers?: Record<string, string>) => TestSocket
  close: () => Promise<void>
}

export const password = 'correct horse battery'
let passwordHash: Promise<string> | undefined

/** The whole server on a fresh database of the engine under test, listening on a port of its own. */
export async function startApp(
  env: Record<string, string> = {},
  now = reality.now,
  logStream?: LogStream,
  wait = reality.wait,
): Promise<TestApp> {
  return startAppOn(await freshDatabase(), env, now, logStream, wait)
}

/** The whole server on a database of one's own, which it closes as it stops. */
export async function startAppOn(
  db: Database,
  env: Record<string, string> = {},
  now = reality.now,
  logStream?: LogStream,
  wait = reality.wait,
): Promise<TestApp> {
  // Nothing outside this machine is ever asked: nobody listens there.
  const nobody = 'http://127.0.0.1:9'
  const config = readConfig({
    LOG_LEVEL: 'fatal',
    AIRTABLE_API_URL: nobody,
    SPORTS_API_URL: nobody,
    ...env,
  })
  const cacheFolder = mkdtempSync(join(tmpdir(), 'tent-city-cache-'))
  const app = await createApp({
    ...reality,
    now,
    wait,
    config,
    db,
    secretKey: config.secretKey ?? '5e'.repeat(32),
    pagesFolder: null,
    cacheFolder,
    ...(logStream === undefined ? {} : { logStream }),
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

  return {
    app,
    db,
    url,
    cacheFolder,
    another: (more = {}) => startAppOn(db, { ...env, ...more }, now, undefined, wait),
    ask,
    async signIn(netID, { firstName = 'Robin', isLineMonitor = false, isSuperUser = false } = {}) {
      passwordHash ??= hashPassword(password)
      const hash = await passwordHash
      const person = { netID, firstName, lastName: 'Test', email: `${netID}@example.edu`, password }
      await db.transaction((tx) =>
        addUser(reality, tx, person, hash, { isLineMonitor, isSuperUser }),
      )
      const { body } = await ask('/api/profile/login', { body: { netID, password } })
      return body['token'] ?? ''
    },
    connect(token, extraHeaders = {}) {
      const socket: TestSocket = io(url, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        extraHeaders,
        ...(token === undefined ? {} : { auth: { token } }),
      })
      sockets.push(socket)
      return socket
    },
    async close() {
      for (const socket of sockets) socket.disconnect()
      await app.close()
      await db.close().catch(() => {})
      rmSync(cacheFolder, { recursive: true, force: true })
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
