import type { Server as HttpServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type DefaultEventsMap, Server, type Socket } from 'socket.io'
import { can } from '../../shared/access.ts'
import type { User } from '../../shared/accounts/contract.ts'
import {
  type Ack,
  type ClientEvents,
  clientEvents,
  type ServerEvents,
  type serverEvents,
} from '../../shared/events.ts'
import type { KnownList } from '../../shared/tent-check/rules.ts'
import type { Context } from '../context.ts'
import { batch } from '../db/batch.ts'
import type { Statement, Tx } from '../db/database.ts'
import { addressReader } from '../http/address.ts'
import { refusalOf } from '../http/errors.ts'
import { Refusal } from '../http/refusal.ts'
import {
  bearerToken,
  cookieToken,
  type FindSession,
  isForeign,
  type Session,
} from '../http/session.ts'
import { validator } from '../http/validate.ts'
import { eventBudget, socketCount, socketsAtMost } from './limits.ts'

/** Every socket is in exactly one of the two; a room is also the word for who it reaches. */
export type Audience = 'visitors' | 'lineMonitors'

type Payload<N extends keyof ServerEvents> = Parameters<ServerEvents[N]>
type PublicEvent = {
  [N in keyof ServerEvents]: (typeof serverEvents)[N]['access'] extends 'public' ? N : never
}[keyof ServerEvents]

/** How long requests under way have to be answered once the server is asked to stop. */
const closeWithinMs = 1000

/** How often pages that take in too little are looked for, and how much may wait for one. */
const lookForSlowEveryMs = 5000
const waitingBytesAtMost = 4_000_000

/** What is remembered of a socket; its token never leaves the server. */
type Remembered = { token: string | undefined; known: KnownList[] }

/** One connected page. */
export type LiveSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, Remembered>

/**
 * What pages are told when they connect, or when their person's role changes: those that come at
 * the same moment together. `newcomers` gives those of them that still belong to the audience.
 */
type TellNewcomers = (audience: Audience, newcomers: () => LiveSocket[]) => Promise<void>

export type Live = ReturnType<typeof openLive>

/** What other servers are told of: the ledger of a check, or what a person may do. */
export type Bell = 'check' | `person ${string}`

type Incoming = (socket: LiveSocket, user: User, ...args: unknown[]) => Promise<void>

/** Socket.IO at its default path; the only way to tell pages something or to hear from them. */
export function openLive(
  server: HttpServer,
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'newId' | 'now'>,
  findSession: FindSession,
) {
  const io = new Server<ClientEvents, ServerEvents, DefaultEventsMap, Remembered>(server, {
    perMessageDeflate: false,
    serveClient: false,
    maxHttpBufferSize: 1_000_000,
    // A phone that lost its network should say so within seconds, not after Socket.IO's 45.
    pingInterval: 10_000,
    pingTimeout: 8000,
  })
  const open = socketCount()
  const addressOf = addressReader(ctx.config.trustProxy)
  const admitted = new WeakSet<LiveSocket['conn']>()
  const mostOf = (what: keyof typeof socketsAtMost) =>
    socketsAtMost[what] * ctx.config.rateLimitFactor
  /** Tells our own bells from those of other servers. */
  const serverId = ctx.newId()
  let lookAtCheck = async () => {}
  const onJoin: TellNewcomers[] = []
  const incoming = new Map<keyof ClientEvents, Incoming>()

  const sessionOf = async (socket: LiveSocket, sight: 'now' | 'kept'): Promise<Session> =>
    socket.data.token === undefined ? null : findSession(socket.data.token, sight)

  const welcomer = (audience: Audience) =>
    batch(async (sockets: LiveSocket[]) => {
      const newcomers = () => sockets.filter(({ rooms }) => rooms.has(audience))
      for (const tell of onJoin) await tell(audience, newcomers)
      return sockets.map(() => undefined)
    })
  const welcome = { visitors: welcomer('visitors'), lineMonitors: welcomer('lineMonitors') }

  /** Puts a socket where its person belongs now, and tells it where things stand. */
  async function join(socket: LiveSocket): Promise<void> {
    const session = await sessionOf(socket, 'kept')
    const room = session === null ? null : `person ${session.user.netID}`
    const isNew = room !== null && !socket.rooms.has(room)
    if (isNew && socketsIn(room).length >= mostOf('person')) return hangUp(socket)
    if (room !== null) void socket.join(room)
    // From here on a change of the person finds this page; what changed before, this look sees.
    const still = room === null ? null : await sessionOf(socket, 'kept')
    if (room !== null && still === null) return void socket.disconnect(true)
    const audience: Audience = can(still?.user ?? null, 'lineMonitor') ? 'lineMonitors' : 'visitors'
    await socket.leave(audience === 'lineMonitors' ? 'visitors' : 'lineMonitors')
    await socket.join(audience)
    await welcome[audience](socket)
  }

  /** A connection counts once for its address, however often a page comes and goes on it. */
  function isAdmitted(socket: LiveSocket): boolean {
    if (admitted.has(socket.conn)) return true
    const address = addressOf(socket.request)
    if (open.of(address) >= mostOf('address')) return false
    admitted.add(socket.conn)
    open.opened(address)
    socket.conn.once('close', () => open.closed(address))
    return true
  }

  io.use((socket, next) => {
    const known = [{ names: [], at: ctx.now().getTime() }]
    socket.data = { token: tokenOf(socket, ctx.config.publicUrl), known }
    if (isAdmitted(socket)) next()
    else hangUp(socket)
  })

  io.on('connection', (socket) => {
    const isWithinBudget = eventBudget(() => ctx.now().getTime(), ctx.config.rateLimitFactor)
    socket.use((_event, next) => {
      if (isWithinBudget()) next()
      else hangUp(socket)
    })
    for (const [name, handle] of incoming) {
      socket.on(name, (...args: unknown[]) => void answer(socket, name, handle, args))
    }
    join(socket).catch((error) => {
      ctx.log.error({ err: error }, 'a socket could not be told where things stand')
      hangUp(socket)
    })
  })

  async function answer(
    socket: LiveSocket,
    name: keyof ClientEvents,
    handle: Incoming,
    args: unknown[],
  ): Promise<void> {
    const last = args.at(-1)
    const ack: Ack = typeof last === 'function' ? (last as Ack) : () => {}
    try {
      const session = await sessionOf(socket, 'now')
      if (session === null) throw new Refusal('notSignedIn')
      if (!can(session.user, clientEvents[name].access)) throw new Refusal('needsLineMonitor')
      const given = typeof last === 'function' ? args.slice(0, -1) : args
      await handle(socket, session.user, ...checked(name, given))
      ack({ ok: true })
    } catch (error) {
      const refusal = refusalOf(error instanceof Error ? error : new Error(String(error)))
      if (refusal.status >= 500) ctx.log.error({ err: error }, 'live event failed')
      ack(refusal.body())
    }
  }

  function socketsIn(room: string): LiveSocket[] {
    return [...(io.sockets.adapter.rooms.get(room) ?? [])]
      .map((id) => io.sockets.sockets.get(id))
      .filter((socket) => socket !== undefined)
  }

  async function placeAgain(sockets: Iterable<LiveSocket>): Promise<void> {
    const place = async (socket: LiveSocket) => {
      const isOver = socket.data.token !== undefined && (await sessionOf(socket, 'kept')) === null
      if (isOver) socket.disconnect(true)
      else await join(socket)
    }
    const placeOrHangUp = (socket: LiveSocket) =>
      place(socket).catch((error) => {
        // Who cannot be asked about goes on hearing nothing that they may no longer hear.
        hangUp(socket)
        throw error
      })
    await Promise.all(Array.from(sockets, placeOrHangUp))
  }

  async function heard(bell: string | null): Promise<void> {
    if (bell === null) {
      await lookAtCheck().finally(() => placeAgain([...io.sockets.sockets.values()]))
      return
    }
    const [from, about = '', netID = ''] = bell.split(' ')
    if (from === serverId) return
    if (about === 'person') await placeAgain(socketsIn(`person ${netID}`))
    else await lookAtCheck()
  }

  /** What is committed stands, whether or not open pages can be told of it. */
  function follow(work: Promise<void>): Promise<void> {
    return work.catch((error) => {
      ctx.log.error({ err: error }, 'open pages could not follow a change')
    })
  }

  // A page that takes nothing in would have the server keep everything for it.
  const slowTimer = setInterval(() => {
    for (const socket of io.sockets.sockets.values()) {
      if (waitingBytes(socket) > waitingBytesAtMost) hangUp(socket)
    }
  }, lookForSlowEveryMs)
  slowTimer.unref()

  return {
    /** Tells those who are no line monitors. */
    tellVisitors<N extends PublicEvent>(name: N, ...payload: Payload<N>): void {
      // The adapter's types cannot follow a name and its payload through a type variable.
      io.to('visitors' satisfies Audience).emit(name, ...(payload as never))
    },
    tellLineMonitors<N extends keyof ServerEvents>(name: N, ...payload: Payload<N>): void {
      io.to('lineMonitors' satisfies Audience).emit(name, ...(payload as never))
    },
    countSockets: (): number => io.sockets.sockets.size,
    /** The sockets of this server that are told what line monitors are told. */
    lineMonitorSockets(): LiveSocket[] {
      return socketsIn('lineMonitors')
    },
    /** Tells these sockets alone. */
    tell<N extends keyof ServerEvents>(
      sockets: LiveSocket[],
      name: N,
      ...payload: Payload<N>
    ): void {
      if (sockets.length === 0) return
      io.to(sockets.map(({ id }) => id)).emit(name, ...(payload as never))
    },
    onJoin(tell: TellNewcomers): void {
      onJoin.push(tell)
    },
    /** The only way to hear an event: its access and its payload are checked first. */
    listen(name: keyof ClientEvents, handle: Incoming): void {
      incoming.set(name, handle)
    },
    /** Lets the other servers of the database know, once the transaction is committed. */
    ring: (tx: Tx, bell: Bell) => tx.notify(`${serverId} ${bell}`),
    /** The same as a part of a statement. */
    bellIn: (statement: Statement, bell: Bell) => statement.notification(`${serverId} ${bell}`),
    /** What to do when another server changed a check. */
    onCheckBell(look: () => Promise<void>): void {
      lookAtCheck = look
    },
    /**
     * A person's role or sessions changed: their open pages hear from now on what they may hear,
     * and those whose session is over connect again as whoever they are then.
     */
    personChanged: (netID: string) => follow(placeAgain(socketsIn(`person ${netID}`))),
    /** Begins to hear the other servers; gives what stops it. */
    hearOthers: () => ctx.db.subscribe((bell) => void follow(heard(bell))),
    /**
     * Disconnects every page and hears no new one. It waits for the connections to end, but not
     * for ever: a browser opens some ahead of need and says nothing on them.
     */
    close(): Promise<unknown> {
      clearInterval(slowTimer)
      return Promise.race([io.close(), delay(closeWithinMs, undefined, { ref: false })])
    },
  }
}

/** The sender's token: of the handshake, else the cookie's, unless another site opened the socket. */
function tokenOf(
  socket: Pick<LiveSocket, 'handshake'>,
  publicUrl: string | null,
): string | undefined {
  const { auth, headers } = socket.handshake
  const token: unknown = auth['token']
  if (typeof token === 'string') {
    const valid = bearerToken(`Bearer ${token}`)
    if (valid !== undefined) return valid
  }
  return isForeign(headers, publicUrl) ? undefined : cookieToken(headers.cookie)
}

/** As if the network had failed: a page of ours comes again after a while, not at once. */
function hangUp(socket: Pick<LiveSocket, 'conn'>): void {
  socket.conn.close()
}

/** What has yet to be sent over a websocket, in bytes. Who polls and does not is soon timed out. */
function waitingBytes(socket: LiveSocket): number {
  const { transport } = socket.conn
  const websocket: unknown = 'socket' in transport ? transport.socket : null
  if (typeof websocket !== 'object' || websocket === null) return 0
  const buffered: unknown = Reflect.get(websocket, 'bufferedAmount')
  return typeof buffered === 'number' ? buffered : 0
}

const validators = new Map(
  Object.entries(clientEvents).map(([name, { args }]) => [
    name,
    args.map((schema) => validator(schema)),
  ]),
)

function checked(name: string, given: unknown[]): unknown[] {
  return (validators.get(name) ?? []).map((check, index) => {
    const value = given[index]
    if (value === undefined && index > 0) return undefined
    const result = check(value)
    if ('error' in result) throw result.error
    return result.value
  })
}
