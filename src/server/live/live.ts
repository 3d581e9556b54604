import type { Server as HttpServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Server } from 'socket.io'
import type { ClientEvents, ServerEvents, serverEvents } from '../../shared/events.ts'
import type { Context } from '../context.ts'
import type { Statement, Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { type FindSession, scriptToken } from '../http/session.ts'
import { type Audience, newerPagesOf, openAudiences, type TellNewcomers } from './audiences.ts'
import { betweenServers, type Notification } from './between-servers.ts'
import { watchConnections } from './connections.ts'
import { type Handle, incomingEvents } from './incoming.ts'
import { packetBytesAtMost } from './limits.ts'
import { hangUp, type LiveServer, type LiveSocket } from './page.ts'
import { checkRequests } from './requests.ts'
import { watchSlowPages } from './slow-pages.ts'

type Payload<N extends keyof ServerEvents> = Parameters<ServerEvents[N]>
type PublicEvent = {
  [N in keyof ServerEvents]: (typeof serverEvents)[N]['access'] extends 'public' ? N : never
}[keyof ServerEvents]

/** How long requests under way have to be answered once the server is asked to stop. */
const closeWithinMs = 1000

export type Live = ReturnType<typeof openLive>

/** Socket.IO at its default path; the only way to tell pages something or to hear from them. */
export function openLive(
  server: HttpServer,
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'newId' | 'now'>,
  findSession: FindSession,
) {
  const io: LiveServer = new Server(server, {
    perMessageDeflate: false,
    serveClient: false,
    destroyUpgrade: false,
    maxHttpBufferSize: packetBytesAtMost,
    // A phone that lost its network should say so within seconds, not after Socket.IO's 45.
    pingInterval: 10_000,
    pingTimeout: 8000,
  })
  const connections = watchConnections(io, ctx)
  const slowPages = watchSlowPages(io, ctx)
  const audiences = openAudiences(io, ctx, findSession)
  const events = incomingEvents(ctx, audiences)
  const others = betweenServers(ctx, audiences)
  const leaving: ((socket: LiveSocket) => void)[] = []

  checkRequests(server, io, ctx.config, connections, slowPages, ({ socket }) => {
    if (socket === null) return
    const token = connections.tokenOf(socket)
    if (token === socket.data.token) return
    socket.data.token = token
    void others.follow(audiences.placeAgain([socket]))
  })

  io.use((socket, next) => {
    const named: unknown = socket.handshake.auth['token']
    if (typeof named === 'string' && scriptToken(`Bearer ${named}`) !== undefined) {
      return next(new Error(new Refusal('notForScripts').message))
    }
    const known = [{ names: [], at: ctx.now().getTime() }]
    const said: unknown = socket.handshake.auth['speaks']
    const speaks = typeof said === 'number' ? said : 1
    socket.data = { token: connections.tokenOf(socket), known, speaks }
    next()
  })

  io.on('connection', (socket) => {
    const connection = connections.of(socket)
    if (connection === undefined) return hangUp(socket.conn)
    connection.socket = socket
    events.hear(socket)
    socket.on('disconnect', () => {
      for (const leave of leaving) leave(socket)
    })
    audiences.join(socket).catch((error) => {
      // Whoever left meanwhile is told nothing; the server itself may be stopping.
      if (!socket.connected) return
      ctx.log.error({ err: error }, 'a socket could not be told where things stand')
      hangUp(socket.conn)
    })
  })

  return {
    /** Tells those who are no line monitors. */
    tellVisitors<N extends PublicEvent>(name: N, ...payload: Payload<N>): void {
      // The adapter's types cannot follow a name and its payload through a type variable.
      io.to('visitors' satisfies Audience).emit(name, ...(payload as never))
    },
    tellLineMonitors<N extends keyof ServerEvents>(name: N, ...payload: Payload<N>): void {
      io.to('lineMonitors' satisfies Audience).emit(name, ...(payload as never))
    },
    /** Tells those of an audience whose pages know the events of version 2. */
    tellNewerPages<N extends PublicEvent>(
      audience: Audience,
      name: N,
      ...payload: Payload<N>
    ): void {
      io.to(newerPagesOf(audience)).emit(name, ...(payload as never))
    },
    /** Tells those of an audience whose pages do not know them. */
    tellOlderPages<N extends PublicEvent>(
      audience: Audience,
      name: N,
      ...payload: Payload<N>
    ): void {
      io.to(audience)
        .except(newerPagesOf(audience))
        .emit(name, ...(payload as never))
    },
    countSockets: (): number => io.sockets.sockets.size,
    /** The sockets of this server that are told what line monitors are told. */
    lineMonitorSockets: (): LiveSocket[] => audiences.socketsIn('lineMonitors' satisfies Audience),
    /** Tells these sockets alone. */
    tell<N extends keyof ServerEvents>(
      sockets: LiveSocket[],
      name: N,
      ...payload: Payload<N>
    ): void {
      if (sockets.length === 0) return
      io.to(sockets.map(({ id }) => id)).emit(name, ...(payload as never))
    },
    onJoin: (tell: TellNewcomers) => void audiences.onJoin.push(tell),
    /** The only way to hear an event: its access and its payload are checked first. */
    listen: (name: keyof ClientEvents, handle: Handle) => events.listen(name, handle),
    /** Lets the other servers of the database know, once the transaction is committed. */
    notifyServers: (tx: Tx, notification: Notification) => others.notify(tx, notification),
    /** The same as a part of a statement. */
    notificationIn: (statement: Statement, notification: Notification) =>
      others.notificationIn(statement, notification),
    /** What to do when another server changed a check. */
    onCheckNotification: (look: () => Promise<void>) => others.onCheckNotification(look),
    /** Lets the other servers know at once; what does not arrive is lost. */
    notifyAtOnce: (notification: Notification) => others.follow(others.notifyAtOnce(notification)),
    onPresence: (take: Parameters<typeof others.onPresence>[0]) => others.onPresence(take),
    /** What to do when a page is gone. */
    onLeave: (leave: (socket: LiveSocket) => void) => void leaving.push(leave),
    /**
     * A person's role or sessions changed: their open pages hear from now on what they may hear,
     * and those whose session is over connect again as whoever they are then.
     */
    personChanged: (netID: string) => others.follow(audiences.placePersonAgain(netID)),
    /** Begins to listen to the other servers; gives what stops it. */
    subscribe: () => others.subscribe(),
    /**
     * Disconnects every page and hears no new one. It waits for the connections to end, but not
     * for ever: a browser opens some ahead of need and says nothing on them.
     */
    close(): Promise<unknown> {
      connections.stop()
      slowPages.stop()
      return Promise.race([io.close(), delay(closeWithinMs, undefined, { ref: false })])
    },
  }
}
