import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { addressReader, siteOf } from '../address.ts'
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
  /** One of its requests came from another site's page: it is treated as a visitor until it ends. */
  isForeign: boolean
  /** It has sent CONNECT, which is allowed once. */
  hasConnected: boolean
  /** Its only Socket.IO socket; null until CONNECT. */
  socket: LiveSocket | null
  /** Its session tokens: sent with CONNECT, and in the cookie of its first request. */
  token: { named: string | undefined; cookie: string | undefined }
  /** Its websocket, or the one it is upgraded to, and their network connections. */
  websockets: WebSocket[]
  wires: Socket[]
  /** How large its packets may be: only line monitors send much. */
  limit: PacketLimit
  /** Counts a packet of so many characters; false: over the budget. */
  isWithinBudget: (length: number) => boolean
}

export type Connections = ReturnType<typeof watchConnections>

/** Admits connections, allows one socket each, and ends those that send too much or nothing. */
export function watchConnections(io: LiveServer, { config, now }: Pick<Context, 'config' | 'now'>) {
  const bySid = new Map<string, Connection>()
  const byRaw = new WeakMap<RawConnection, Connection>()
  const byWire = new WeakMap<Socket, Connection>()
  const byAddress = new Map<string, Set<Connection>>()
  const bySite = new Map<string, Set<Connection>>()
  const addressOf = addressReader(config.trustProxy)

  io.engine.on('connection', (raw: RawConnection) => {
    const { headers, socket: wire } = raw.request
    const address = addressOf(raw.request)
    const site = siteOf(address)
    const theirs = byAddress.get(address) ?? new Set()
    const isFull = theirs.size >= socketsAtMost.address * config.rateLimitFactor
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
    // Engine.IO would keep the request, with up to 32 KB of headers, as long as the page is open.
    Object.assign(raw, { request: undefined })
    raw.once('close', () => setTimeout(cut, goodbyeMs, connection.wires).unref())
    if (isFull) return hangUp(raw)
    const { sid } = raw.transport
    bySid.set(sid, connection)
    byAddress.set(address, theirs.add(connection))
    const around = bySite.get(site) ?? new Set()
    bySite.set(site, around.add(connection))
    byRaw.set(raw, connection)
    // Runs before Socket.IO's own listener; a connection that is hung up gets no further packet.
    raw.on('packet', (packet: Packet) => {
      if (!isAllowed(connection, packet)) hangUp(raw)
    })
    if ('socket' in raw.transport && raw.transport.socket instanceof WebSocket) {
      watchWebsocket(connection, raw.transport.socket)
    }
    // The size of a POST is limited in `requests.ts`; Engine.IO would send a second answer.
    if ('maxHttpBufferSize' in raw.transport) raw.transport.maxHttpBufferSize = Infinity
    raw.once('close', () => {
      bySid.delete(sid)
      theirs.delete(connection)
      if (theirs.size === 0 && byAddress.get(address) === theirs) byAddress.delete(address)
      around.delete(connection)
      if (around.size === 0 && bySite.get(site) === around) bySite.delete(site)
    })
    if (bySid.size > socketsAtMost.inAll * config.rateLimitFactor) {
      const last = lastOfMost(bySite.values())
      if (last !== undefined) hangUp(last.raw)
    }
  })

  const timer = setInterval(() => {
    const at = now().getTime()
    for (const connection of bySid.values()) {
      // A clock that is set back must not hold this.
      connection.openedAt = Math.min(connection.openedAt, at)
      const isLate = at - connection.openedAt > connectWithinMs
      if (connection.socket === null && isLate) hangUp(connection.raw)
    }
  }, lookEveryMs)
  timer.unref()

  const of = (socket: LiveSocket) => byRaw.get(socket.conn)
  return {
    /** By the session id of Engine.IO, which further requests of the connection name. */
    find: (sid: string | undefined) => bySid.get(sid ?? ''),
    of,
    /** It asks for an upgrade to a websocket over this network connection. */
    willUpgrade(connection: Connection, wire: Socket): void {
      connection.wires.push(wire)
      byWire.set(wire, connection)
    },
    /** Counts the packets of a websocket also before the connection is upgraded to it. */
    websocketOpened(websocket: WebSocket, wire: Socket): void {
      const connection = byWire.get(wire)
      if (connection === undefined) return
      const onProbe = (packet: unknown) => count(connection, String(packet).length)
      websocket.on('message', onProbe)
      // After the upgrade its packets are counted as those of the connection.
      connection.raw.once('upgrade', () => websocket.off('message', onProbe))
      watchWebsocket(connection, websocket)
    },
    /** Sets how large its packets may be from now on. */
    limitPackets(socket: LiveSocket, limit: PacketLimit): void {
      const connection = of(socket)
      if (connection === undefined) return
      connection.limit = limit
      for (const websocket of connection.websockets) limitWebsocket(websocket, limit)
    },
    /**
     * The session token of a page: the one in its CONNECT, else the one in the cookie of its first
     * request, unless one of its requests came from another site's page.
     */
    tokenOf(socket: LiveSocket): string | undefined {
      const { token, isForeign } = of(socket) ?? {}
      return token?.named ?? (isForeign ? undefined : token?.cookie)
    },
    stop: () => clearInterval(timer),
  }
}

/**
 * The connection to close when there are too many: the newest one of the site that has the most, so
 * that nobody with many pages keeps out people with few. Never a line monitor's. IPv6 counts by its
 * /48: whoever has a page in each of many /64 does not make a campus, behind one address, the
 * one that has most.
 */
function lastOfMost(shares: Iterable<Set<Connection>>): Connection | undefined {
  let most = new Set<Connection>()
  for (const share of shares) if (share.size > most.size) most = share
  return [...most].findLast(({ limit }) => limit === packetAtMost.visitors)
}

/** Limits a websocket. Pings count, too, because the websocket answers each by itself. */
function watchWebsocket(connection: Connection, websocket: WebSocket): void {
  connection.websockets.push(websocket)
  limitWebsocket(websocket, connection.limit)
  websocket.on('ping', () => count(connection, 0))
  websocket.on('pong', () => count(connection, 0))
}

function count({ raw, isWithinBudget }: Connection, length: number): void {
  if (!isWithinBudget(length)) hangUp(raw)
}

/** A copy: a substring would keep the whole header in memory, which has up to 32 KB. */
function copyOf(token: string | undefined): string | undefined {
  return token === undefined ? undefined : Buffer.from(token).toString()
}

function cut(wires: Socket[]): void {
  for (const wire of wires) wire.resetAndDestroy()
}

type Packet = { type: string; data?: unknown }

/**
 * Allowed: CONNECT once, which makes the only socket, then events, all within the budget. Not
 * allowed: binary packets, and DISCONNECT, after which a page is done anyway.
 */
function isAllowed(connection: Connection, { type, data }: Packet): boolean {
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
