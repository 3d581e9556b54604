import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws'
import type { PacketLimit } from './limits.ts'

type Give = (websocket: WebSocket, request: IncomingMessage) => void

/**
 * What Engine.IO makes its websockets by: each has this limit from its first byte on. `onOpen` is
 * told of each before Engine.IO is; `refuse` answers whoever asks for one as no browser does.
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
 * Gives an open websocket another limit. There is no public way to: ws hands it to its receiver
 * once. Should that be another one some day, every page keeps the limit that it began with.
 */
export function limitWebsocket(websocket: WebSocket, { bytes, pieces }: PacketLimit): void {
  const receiver: unknown = Reflect.get(websocket, '_receiver')
  if (typeof receiver !== 'object' || receiver === null) return
  Object.assign(receiver, { _maxPayload: bytes, _maxFragments: pieces, _maxBufferedChunks: pieces })
}
