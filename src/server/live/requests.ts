import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Config } from '../config.ts'
import { hasTooManyHeaders } from '../http/errors.ts'
import { securityHeaders } from '../http/headers.ts'
import { Refusal } from '../http/refusal.ts'
import { isForeign, scriptToken } from '../http/session.ts'
import type { Connection, Connections } from './connections.ts'
import { packetsInPostAtMost, urlLengthAtMost } from './limits.ts'
import { hangUp, type LiveServer } from './page.ts'
import type { SlowPages } from './slow-pages.ts'

/** A request with Engine.IO's parsed query; if a parameter is sent twice, the last one counts. */
type EngineRequest = IncomingMessage & { _query: Record<string, string> }

/**
 * Checks every request before Engine.IO handles it: whether it is allowed, whether another site's
 * page sent it, how large it is, and whether its answer is read. `refuseBare` refuses an upgrade;
 * `onForeign` is called when a connection gets its first request from another site.
 */
export function checkRequests(
  server: Server,
  io: LiveServer,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  connections: Connections,
  slowPages: SlowPages,
  refuseBare: (wire: Duplex, refusal: Refusal) => void,
  onForeign: (connection: Connection) => void,
): void {
  server.on('upgrade', ({ url }, wire) => {
    // Node hands over the connection without an error listener: an error would end the process.
    wire.on('error', () => wire.destroy())
    if (!url?.startsWith('/socket.io/')) refuseBare(wire, new Refusal('notFound'))
  })
  const headers = Object.entries(securityHeaders(publicUrl))
  const upgrades = new WeakSet<IncomingMessage>()
  // Engine.IO's own refusal of an upgrade has another format and lacks our headers.
  io.engine.on('connection_error', ({ req }: { req: IncomingMessage }) => {
    if (upgrades.has(req)) refuseBare(req.socket, new Refusal('badRequest'))
  })

  io.engine.use((request: EngineRequest, response: ServerResponse, next: (no?: Error) => void) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    const connection = connections.find(request._query['sid'])
    const refusal = refusalOf(request, response, connection)
    if (refusal !== null && isUpgrade(response)) return refuseBare(request.socket, refusal)
    if (refusal !== null) return refuse(response, refusal)
    if (isUpgrade(response)) upgrades.add(request)
    if (connection !== undefined) {
      if (!connection.isForeign && isForeign(request.headers, publicUrl)) {
        connection.isForeign = true
        onForeign(connection)
      }
      if (isUpgrade(response)) connections.willUpgrade(connection, request.socket)
      else if (request.method === 'POST') limitPost(request, response, connection)
      else forgetHead(request)
    }
    slowPages.watchOutlet(request.socket, isUpgrade(response) ? request.socket : response)
    next()
  })
}

/** For an upgrade, Engine.IO passes an object that is no ServerResponse. */
function isUpgrade(response: ServerResponse): boolean {
  return !(response instanceof ServerResponse)
}

function refusalOf(
  request: EngineRequest,
  response: ServerResponse,
  connection: Connection | undefined,
): Refusal | null {
  const { method, url = '', headers, _query } = request
  if (hasTooManyHeaders(request)) return new Refusal('tooLarge')
  if (method !== 'GET' && method !== 'POST') return new Refusal('notFound')
  if (_query['EIO'] !== '4') return new Refusal('badRequest')
  if (url.length > urlLengthAtMost) return new Refusal('tooLarge')
  if (scriptToken(headers.authorization) !== undefined) return new Refusal('notForScripts')
  // JSONP: a script on any site could read the answer.
  if (_query['j'] !== undefined) return new Refusal('noJsonp')
  // A page asks for an upgrade at most once.
  const hasUpgraded = connection !== undefined && connection.wires.length > 0
  return hasUpgraded && isUpgrade(response) ? new Refusal('badRequest') : null
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  response.writeHead(refusal.status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(JSON.stringify(refusal.body()))
}

/**
 * Refuses a POST as soon as it is too large, or has too many packets: to parse a million packets
 * would block the server.
 */
function limitPost(
  request: IncomingMessage,
  response: ServerResponse,
  { raw, limit }: Connection,
): void {
  let [bytes, pieces, packets] = [0, 0, 1]
  request.on('data', (piece: Buffer | string) => {
    bytes += Buffer.byteLength(piece)
    pieces += 1
    packets += String(piece).split('\u001e').length - 1
    const isTooMuch = bytes > limit.bytes || pieces > limit.pieces || packets > packetsInPostAtMost
    // Engine.IO may have refused it already for another reason.
    if (!isTooMuch || response.headersSent) return
    // From here on Engine.IO gets no more data, so we answer.
    request.removeAllListeners('data')
    request.removeAllListeners('end')
    response.once('finish', () => hangUp(raw))
    refuse(response, new Refusal('tooLarge'))
  })
}

/** A polling request waits until there is something to send; its headers need not stay in memory. */
function forgetHead(request: IncomingMessage): void {
  const { 'accept-encoding': encodings = '' } = request.headers
  request.headers = encodings.length < 100 ? { 'accept-encoding': encodings } : {}
  request.rawHeaders = []
}
