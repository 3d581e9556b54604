import type { Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { Server } from 'socket.io'
import type { PublicEvent, ServerEvents } from '../../shared/events.ts'
import type { Context } from '../context.ts'
import { sendBare } from '../http/errors.ts'
import { securityHeaders } from '../http/headers.ts'
import { Refusal } from '../http/refusal.ts'
import { bearerToken, type FindSession, scriptToken } from '../http/session.ts'
import { openAudiences, type TellNewcomers } from './audiences.ts'
import { betweenServers } from './between-servers.ts'
import { watchConnections } from './connections.ts'
import { incomingEvents } from './incoming.ts'
import { packetAtMost } from './limits.ts'
import { type Audience, hangUp, type LiveServer, type LiveSocket } from './page.ts'
import { checkRequests } from './requests.ts'
import { watchSlowPages } from './slow-pages.ts'
import { websocketsOf } from './websockets.ts'

type Payload<N extends keyof ServerEvents> = Parameters<ServerEvents[N]>

/** How long running requests may take once the server is stopping. */
const closeWithinMs = 1000

export type Live = ReturnType<typeof openLive>

/** Socket.IO at its default path; the only way to send events to pages and to receive theirs. */
export function openLive(
  server: HttpServer,
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'newId' | 'now'>,
  findSession: FindSession,
) {
  const refuseBare = (wire: Duplex, refusal: Refusal) =>
    sendBare(wire, refusal, securityHeaders(ctx.config.publicUrl))
  const io: LiveServer = new Server(server, {
    perMessageDeflate: false,
    serveClient: false,
    destroyUpgrade: false,
    maxHttpBufferSize: packetAtMost.visitors.bytes,
    wsEngine: websocketsOf(
      packetAtMost.visitors,
      (websocket, wire) => connections.websocketOpened(websocket, wire),
      (wire) => refuseBare(wire, new Refusal('badRequest')),
    ),
    // A phone that lost its network should notice within seconds, not after Socket.IO's 45.
    pingInterval: 10_000,
    pingTimeout: 8000,
  })
  const connections = watchConnections(io, ctx)
  const slowPages = watchSlowPages(io, ctx)
  const audiences = openAudiences(io, ctx, findSession, connections.limitPackets)
  const events = incomingEvents(ctx, audiences)
  const { follow, others } = betweenServers(ctx, audiences)
  const leaving: ((socket: LiveSocket) => void)[] = []

  checkRequests(server, io, ctx.config, connections, slowPages, refuseBare, ({ socket }) => {
    // Without a token, or with one that was nobody's, it is a visitor's already.
    if (socket?.data.token === undefined) return
    const token = connections.tokenOf(socket)
    if (token === socket.data.token) return
    socket.data.token = token
    void follow(audiences.reassignRooms([socket]))
  })

  io.use((socket, next) => {
    const { auth } = socket.handshake
    // Socket.IO would keep it in memory as long as the page is open, whatever it contains.
    socket.handshake.auth = {}
    const header = typeof auth['token'] === 'string' ? `Bearer ${auth['token']}` : undefined
    if (scriptToken(header) !== undefined) {
      return next(new Error(new Refusal('notForScripts').message))
    }
    const connection = connections.of(socket)
    if (connection !== undefined) connection.token.named = bearerToken(header)
    const speaks = typeof auth['speaks'] === 'number' ? auth['speaks'] : 1
    socket.data = { token: connections.tokenOf(socket), speaks }
    // Once it hears that it is connected, a line monitor's page may say its long list at once.
    // If the session cannot be read now, it is read again when the page joins its audience.
    const goOn = () => next()
    audiences.admit(socket).then(goOn, goOn)
  })

  io.on('connection', (socket) => {
    const connection = connections.of(socket)
    if (connection === undefined) return hangUp(socket.conn)
    connection.socket = socket
    events.listenTo(socket)
    socket.on('disconnect', () => {
      for (const leave of leaving) leave(socket)
    })
    audiences.join(socket).catch((error) => {
      // The page has left meanwhile, or the server is stopping: nothing to report.
      if (!socket.connected) return
      ctx.log.error({ err: error }, 'a socket could not be told where things stand')
      hangUp(socket.conn)
    })
  })

  return {
    ...others,
    /** Sends to everyone except line monitors. */
    tellVisitors<N extends PublicEvent>(name: N, ...payload: Payload<N>): void {
      // The adapter's types cannot follow a name and its payload through a type variable.
      io.to('visitors' satisfies Audience).emit(name, ...(payload as never))
    },
    tellLineMonitors<N extends keyof ServerEvents>(name: N, ...payload: Payload<N>): void {
      io.to('lineMonitors' satisfies Audience).emit(name, ...(payload as never))
    },
    countSockets: (): number => io.sockets.sockets.size,
    /** This server's sockets in the audience's room. */
    socketsOf: (audience: Audience): LiveSocket[] => audiences.socketsIn(audience),
    /** Sends to these sockets only. */
    tell<N extends keyof ServerEvents>(
      sockets: LiveSocket[],
      name: N,
      ...payload: Payload<N>
    ): void {
      if (sockets.length === 0) return
      io.to(sockets.map(({ id }) => id)).emit(name, ...(payload as never))
    },
    onJoin: (tell: TellNewcomers) => void audiences.onJoin.push(tell),
    /** The only way to receive an event: its access and payload are checked first. */
    listen: events.listen,
    /** Called when a page has disconnected. */
    onLeave: (leave: (socket: LiveSocket) => void) => void leaving.push(leave),
    /**
     * Disconnects every page and accepts no new one. Waits for connections to end, but only for a
     * limited time: browsers open some in advance and never use them.
     */
    close(): Promise<unknown> {
      connections.stop()
      slowPages.stop()
      return Promise.race([io.close(), delay(closeWithinMs, undefined, { ref: false })])
    },
  }
}
