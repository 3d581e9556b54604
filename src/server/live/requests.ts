import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Config } from '../config.ts'
import { sendBare } from '../http/errors.ts'
import { securityHeaders } from '../http/headers.ts'
import { Refusal } from '../http/refusal.ts'
import { isForeign, scriptToken } from '../http/session.ts'
import type { Connection, Connections } from './connections.ts'
import { goodbyeMs, packetsInPostAtMost } from './limits.ts'
import { hangUp, type LiveServer } from './page.ts'
import type { SlowPages } from './slow-pages.ts'

/** A request as Engine.IO hands it on; of a parameter that is there twice the last one counts. */
type EngineRequest = IncomingMessage & { _query: Record<string, string> }

/**
 * Looks at every request of every connection before Engine.IO does: what it may be, whose page
 * sent it, and that its answer is taken in. `onForeign` is told once another site is in it.
 */
export function checkRequests(
  server: Server,
  io: LiveServer,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  connections: Connections,
  slowPages: SlowPages,
  onForeign: (connection: Connection) => void,
): void {
  server.on('upgrade', guardUpgrade)
  const headers = Object.entries(securityHeaders(publicUrl))

  io.engine.use((request: EngineRequest, response: ServerResponse, next: (no?: Error) => void) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    const connection = connections.find(request._query['sid'])
    const refusal = refusalOf(request, response, connection)
    // Engine.IO has words of its own for an upgrade that it refuses.
    if (refusal !== null && isUpgrade(response)) return next(refusal)
    if (refusal !== null) return refuse(response, refusal)
    if (connection !== undefined) {
      if (!connection.isForeign && isForeign(request.headers, publicUrl)) {
        connection.isForeign = true
        onForeign(connection)
      }
      if (isUpgrade(response)) connection.wires.push(request.socket)
      if (request.method === 'POST') limitPackets(request, response, connection)
    }
    slowPages.watchOutlet(request.socket, isUpgrade(response) ? request.socket : response)
    next()
  })
}

/** To upgrade is answered on the bare connection: Engine.IO has a stand-in for the answer. */
function isUpgrade(response: ServerResponse): boolean {
  return !(response instanceof ServerResponse)
}

function refusalOf(
  { method, headers, _query }: EngineRequest,
  response: ServerResponse,
  connection: Connection | undefined,
): Refusal | null {
  if (method !== 'GET' && method !== 'POST') return new Refusal('notFound')
  if (scriptToken(headers.authorization) !== undefined) return new Refusal('notForScripts')
  // A script of any site could read what it brings.
  if (_query['j'] !== undefined) return new Refusal('noJsonp')
  // A page tries it once, if at all.
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

/** Packets are counted as they arrive: to take a million of them apart would stop everything else. */
function limitPackets(
  request: IncomingMessage,
  response: ServerResponse,
  { raw }: Connection,
): void {
  let packets = 1
  request.on('data', (chunk: Buffer | string) => {
    packets += String(chunk).split('\u001e').length - 1
    if (packets <= packetsInPostAtMost) return
    // Engine.IO hears no more of it, so the answer is ours.
    request.removeAllListeners('data')
    request.removeAllListeners('end')
    response.once('finish', () => hangUp(raw))
    refuse(response, new Refusal('tooLarge'))
  })
}

/**
 * Node leaves an upgrade's connection to whoever hears of it: one that breaks would end the
 * process, and one that leads nowhere would stay open for ever.
 */
function guardUpgrade({ url }: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  if (url?.startsWith('/socket.io/')) return
  sendBare(socket, new Refusal('notFound'))
  setTimeout(() => socket.destroy(), goodbyeMs).unref()
}
