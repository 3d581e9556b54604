import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { addressReader } from '../address.ts'
import { addressCount } from '../address-count.ts'
import type { Context } from '../context.ts'
import { goodbyeMs } from '../http/errors.ts'
import { cookieToken, isForeign } from '../http/session.ts'
import {
  connectBytesAtMost,
  connectWithinMs,
  lookEveryMs,
  type PacketLimit,
  packetAtMost,
  packetBudget,
  socketsAtMost,
} from './limits.ts'
import { hangUp, type LiveServer, type LiveSocket, type RawConnection } from './page.ts'
import { limitWebsocket } from './websockets.ts'

/** One connection, from its first request on. */
export type Connection = {
  raw: RawConnection
  openedAt: number
  /** Some request of it came from another site's page: it is a visitor's for good. */
  isForeign: boolean
  /** It said CONNECT; nobody does so twice. */
  hasConnected: boolean
  /** The one socket that this made. */
  socket: LiveSocket | null
  /** The tokens that it brought: named in its CONNECT, and that of the cookie of its first request. */
  token: { named: string | undefined; cookie: string | undefined }
  /** Its own websocket, or the one that it is upgraded to, and what they run over. */
  websockets: WebSocket[]
  wires: Socket[]
  /** How large a packet of it may be: only line monitors have much to say. */
  limit: PacketLimit
  /** Counts a packet of so many characters; gives whether it may say that much. */
  isWithinBudget: (length: number) => boolean
}

export type Connections = ReturnType<typeof watchConnections>

/** Admits connections, holds each to one socket, and ends those that say too much or nothing. */
export function watchConnections(io: LiveServer, { config, now }: Pick<Context, 'config' | 'now'>) {
  const bySid = new Map<string, Connection>()
  const byRaw = new WeakMap<RawConnection, Connection>()
  const byWire = new WeakMap<Socket, Connection>()
  const open = addressCount()
  const addressOf = addressReader(config.trustProxy)

  io.engine.on('connection', (raw: RawConnection) => {
    const { headers, socket: wire } = raw.request
    const address = addressOf(raw.request)
    const isFull = open.of(address) >= socketsAtMost.address * config.rateLimitFactor
    const connection: Connection = {
      raw,
      openedAt: now().getTime(),
      isForeign: isForeign(headers, config.publicUrl),
      hasConnected: false,
      socket: null,
      token: { named: undefined, cookie: copyOf(cookieToken(headers.cookie)) },
      websockets: [],
      wires: raw.transport.name === 'websocket' ? [wire] : [],
      limit: packetAtMost.visitors,
      isWithinBudget: packetBudget(
        () => now().getTime(),
        config.rateLimitFactor,
        () => connection.limit.bytes,
      ),
    }
    // Engine.IO would keep it, with 32 KB of headers, as long as the page is open.
    Object.assign(raw, { request: undefined })
    raw.once('close', () => setTimeout(cut, goodbyeMs, connection.wires).unref())
    if (isFull) return hangUp(raw)
    open.opened(address)
    const { sid } = raw.transport
    bySid.set(sid, connection)
    byRaw.set(raw, connection)
    // Before Socket.IO looks at it; of a connection that is over it hears nothing more.
    raw.on('packet', (packet: Packet) => {
      if (!mayBeSaid(connection, packet)) hangUp(raw)
    })
    if ('socket' in raw.transport && raw.transport.socket instanceof WebSocket) {
      hear(connection, raw.transport.socket)
    }
    // How much a POST may bring is looked at before Engine.IO does, which would answer once more.
    if ('maxHttpBufferSize' in raw.transport) raw.transport.maxHttpBufferSize = Infinity
    raw.once('close', () => {
      bySid.delete(sid)
      open.closed(address)
    })
  })

  const timer = setInterval(() => {
    const latest = now().getTime() - connectWithinMs
    for (const { raw, socket, openedAt } of bySid.values()) {
      if (socket === null && openedAt < latest) hangUp(raw)
    }
  }, lookEveryMs)
  timer.unref()

  const of = (socket: LiveSocket) => byRaw.get(socket.conn)
  return {
    /** By the id that its further requests name. */
    find: (sid: string | undefined) => bySid.get(sid ?? ''),
    of,
    /** It asks to be upgraded to a websocket over this wire. */
    willUpgrade(connection: Connection, wire: Socket): void {
      connection.wires.push(wire)
      byWire.set(wire, connection)
    },
    /** A websocket to which a connection may be upgraded counts before that, too. */
    websocketOpened(websocket: WebSocket, wire: Socket): void {
      const connection = byWire.get(wire)
      if (connection === undefined) return
      const onProbe = (packet: unknown) => count(connection, String(packet).length)
      websocket.on('message', onProbe)
      // From then on its packets are those of the connection.
      connection.raw.once('upgrade', () => websocket.off('message', onProbe))
      hear(connection, websocket)
    },
    /** From now on its packets may be as large as this. */
    limitPackets(socket: LiveSocket, limit: PacketLimit): void {
      const connection = of(socket)
      if (connection === undefined) return
      connection.limit = limit
      for (const websocket of connection.websockets) limitWebsocket(websocket, limit)
    },
    /**
     * The token of a page's person: `named` in its CONNECT, else that of the cookie that its first
     * request carried, unless another site had a hand in the connection.
     */
    tokenOf(socket: LiveSocket): string | undefined {
      const { token, isForeign } = of(socket) ?? {}
      return token?.named ?? (isForeign ? undefined : token?.cookie)
    },
    stop: () => clearInterval(timer),
  }
}

/** Its pings, too, are answered at once, by the websocket itself. */
function hear(connection: Connection, websocket: WebSocket): void {
  connection.websockets.push(websocket)
  limitWebsocket(websocket, connection.limit)
  websocket.on('ping', () => count(connection, 0))
  websocket.on('pong', () => count(connection, 0))
}

function count({ raw, isWithinBudget }: Connection, length: number): void {
  if (!isWithinBudget(length)) hangUp(raw)
}

/** A part of a text keeps the whole of it, which has up to 32 KB. */
function copyOf(token: string | undefined): string | undefined {
  return token === undefined ? undefined : Buffer.from(token).toString()
}

function cut(wires: Socket[]): void {
  for (const wire of wires) wire.resetAndDestroy()
}

type Packet = { type: string; data?: unknown }

/**
 * A page says CONNECT once, by which it gets its one socket, then events, within a budget. Bytes
 * are in none of them, and a page that says DISCONNECT is done.
 */
function mayBeSaid(connection: Connection, { type, data }: Packet): boolean {
  const text = data ?? ''
  if (typeof text !== 'string' || !connection.isWithinBudget(text.length)) return false
  if (type !== 'message') return true
  switch (text[0]) {
    case '0': {
      const isFirst = !connection.hasConnected
      connection.hasConnected = true
      return isFirst && text.length <= connectBytesAtMost
    }
    case '2':
      return true
    default:
      return false
  }
}
