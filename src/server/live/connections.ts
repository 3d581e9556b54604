import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { addressReader } from '../address.ts'
import type { Context } from '../context.ts'
import { bearerToken, cookieToken, isForeign } from '../http/session.ts'
import {
  addressCount,
  connectWithinMs,
  goodbyeMs,
  lookEveryMs,
  packetBudget,
  socketsAtMost,
} from './limits.ts'
import { hangUp, type LiveServer, type LiveSocket, type RawConnection } from './page.ts'

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
  /** What websockets of it run over: its own, or the one that it is upgraded to. */
  wires: Socket[]
}

export type Connections = ReturnType<typeof watchConnections>

/** Admits connections, holds each to one socket, and ends those that say too much or nothing. */
export function watchConnections(io: LiveServer, { config, now }: Pick<Context, 'config' | 'now'>) {
  const bySid = new Map<string, Connection>()
  const byRaw = new WeakMap<RawConnection, Connection>()
  const open = addressCount()
  const addressOf = addressReader(config.trustProxy)

  io.engine.on('connection', (raw: RawConnection) => {
    const { headers, socket: wire } = raw.request
    const address = addressOf(raw.request)
    const connection: Connection = {
      raw,
      openedAt: now().getTime(),
      isForeign: isForeign(headers, config.publicUrl),
      hasConnected: false,
      socket: null,
      wires: raw.transport.name === 'websocket' ? [wire] : [],
    }
    raw.once('close', () => setTimeout(cut, goodbyeMs, connection.wires).unref())
    if (open.of(address) >= socketsAtMost.address * config.rateLimitFactor) return hangUp(raw)
    open.opened(address)
    const { sid } = raw.transport
    bySid.set(sid, connection)
    byRaw.set(raw, connection)
    const budget = packetBudget(() => now().getTime(), config.rateLimitFactor)
    // Before Socket.IO looks at it; of a connection that is over it hears nothing more.
    raw.on('packet', (packet: Packet) => {
      if (!mayBeSaid(connection, packet, budget)) hangUp(raw)
    })
    // Each is answered at once, by the websocket itself.
    const onPing = () => {
      if (!budget(0)) hangUp(raw)
    }
    hearPings(raw.transport, onPing)
    raw.once('upgrade', (transport) => hearPings(transport, onPing))
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
    /**
     * The token of a page's person: named in its handshake, else that of the cookie that its first
     * request carried, unless another site had a hand in the connection.
     */
    tokenOf(socket: LiveSocket): string | undefined {
      const { auth, headers } = socket.handshake
      const token: unknown = auth['token']
      const named = typeof token === 'string' ? bearerToken(`Bearer ${token}`) : undefined
      if (named !== undefined) return named
      return of(socket)?.isForeign === false ? cookieToken(headers.cookie) : undefined
    },
    stop: () => clearInterval(timer),
  }
}

function hearPings(transport: RawConnection['transport'], onPing: () => void): void {
  const websocket = 'socket' in transport ? transport.socket : null
  if (websocket instanceof EventEmitter) websocket.on('ping', onPing)
}

function cut(wires: Socket[]): void {
  for (const wire of wires) wire.resetAndDestroy()
}

type Packet = { type: string; data?: unknown }

/**
 * A page says CONNECT once, by which it gets its one socket, then events, within a budget. Bytes
 * are in none of them, and a page that says DISCONNECT is done.
 */
function mayBeSaid(
  connection: Connection,
  { type, data }: Packet,
  isWithinBudget: (length: number) => boolean,
): boolean {
  const text = data ?? ''
  if (typeof text !== 'string') return false
  if (type !== 'message') return isWithinBudget(text.length)
  switch (text[0]) {
    case '0': {
      const isFirst = !connection.hasConnected
      connection.hasConnected = true
      return isFirst
    }
    case '2':
      return isWithinBudget(text.length)
    default:
      return false
  }
}
