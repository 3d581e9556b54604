import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws'
import type { PacketLimit } from './limits.ts'

type Give = (websocket: WebSocket, request: IncomingMessage) => void

/**
 * The class by which Engine.IO makes its websockets, each with this limit from its first byte on.
 * `onOpen` gets each websocket before Engine.IO does; `refuse` answers invalid upgrade requests.
 */
export function websocketsOf(
  { bytes, pieces }: PacketLimit,
  onOpen: (websocket: WebSocket, wire: Socket) => void,
  refuse: (wire: Duplex) => void,
) {
  return class extends WebSocketServer {
    constructor(options: ServerOptions) {
      super({
        ...options,
        maxPayload: bytes,
        maxFragments: pieces,
        maxBufferedChunks: pieces,
      })
      this.on('wsClientError', (_error, wire) => refuse(wire))
    }

    override handleUpgrade(request: IncomingMessage, wire: Duplex, head: Buffer, give: Give): void {
      super.handleUpgrade(request, wire, head, (websocket) => {
        onOpen(websocket, request.socket)
        give(websocket, request)
      })
    }
  }
}

/**
 * Gives an open websocket another limit. ws has no public way to do this: it passes the limit to
 * its receiver once. If a later ws has no such receiver, pages keep the limit that they began with.
 */
export function limitWebsocket(websocket: WebSocket, { bytes, pieces }: PacketLimit): void {
  const receiver: unknown = Reflect.get(websocket, '_receiver')
  if (typeof receiver !== 'object' || receiver === null) return
  Object.assign(receiver, { _maxPayload: bytes, _maxFragments: pieces, _maxBufferedChunks: pieces })
}
