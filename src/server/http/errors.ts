import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { RefusalCode } from '../../shared/refusals.ts'
import { errorCode, isDatabaseAway } from '../db/database.ts'
import type { Failures } from './failures.ts'
import { messageOf } from './log.ts'
import { Refusal } from './refusal.ts'

/** Sends every error of every call as `{ error, code }`, or as its contract says. */
export function answerErrors(app: FastifyInstance, failures: Failures, now: () => Date): void {
  app.setErrorHandler((error: FastifyError | Refusal | Error, request, reply) => {
    const {
      body: asked,
      bodyTooLong = 'tooLarge',
      refusesByMessage,
      refusesAsText,
    } = request.routeOptions.config.endpoint ?? {}
    const found = refusalOf(error)
    const refusal = found.code === 'tooLarge' ? new Refusal(bodyTooLong) : found
    // A client that disconnects while sending is no fault of the server.
    const hungUp = request.raw.destroyed && !request.raw.complete
    if (hungUp) request.log.info('hung up')
    // Nor is it that a line is full: it would push the faults out of their list.
    else if (error instanceof Refusal && error.code === 'unavailable') request.log.info('busy')
    else if (refusal.status >= 500) {
      request.log.error({ err: error }, 'request failed')
      const { id, method, routeOptions } = request
      const route = routeOptions.url ?? 'none'
      failures.add({ id, at: now().toISOString(), method, route, error: messageOf(error) })
    }
    // A browser reads no answer while it is still sending: read the rest and drop it.
    if (asked === 'file') request.raw.resume()
    if (refusesAsText) {
      return sendRefusal(reply.type('text/plain; charset=utf-8'), refusal, refusal.message)
    }
    const body = refusal.body()
    return sendRefusal(reply, refusal, refusesByMessage ? { ...body, message: body.error } : body)
  })
}

/** A browser sends twenty, and proxies add a few. */
export const headersAtMost = 100

/** All headers of a request together. */
export const headerBytesAtMost = 32_768

export const headersArriveMs = 20_000

/** Beyond its own limit Node drops the last headers, so a proxy's additions before all others. */
export function hasTooManyHeaders({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.length > 2 * headersAtMost
}

/**
 * Refuses a head of too many headers, each of which takes memory of its own. Answers what Node would
 * refuse by itself, without a body and without what every answer carries: a head without a host (RFC
 * 9112, section 3.2), and one that expects something unknown, which may be ignored (RFC 9110, section
 * 10.1.1).
 */
export function answerOddHeads(app: FastifyInstance): void {
  const { server } = app
  server.maxHeadersCount = headersAtMost + 1
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  app.addHook('onRequest', (request, _reply, done) => {
    const { httpVersion, headers } = request.raw
    if (hasTooManyHeaders(request.raw)) return done(new Refusal('tooLarge'))
    const lacksHost = httpVersion === '1.1' && headers.host === undefined
    done(lacksHost ? new Refusal('badRequest') : undefined)
  })
}

/** How long the other end has to close a connection that is over. */
export const goodbyeMs = 1000

/**
 * Answers invalid HTTP, too large a header, and requests that arrive too slowly: for these errors
 * Node hands over only the connection, no reply. `headers`: those of every answer.
 */
export function brokenHttpAnswerer(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket): void =>
    sendBare(socket, new Refusal(codeOfBrokenHttp[error.code ?? ''] ?? 'badRequest'), headers)
}

/** Sends one refusal on the bare connection, as the last thing on it, and closes it soon. */
export function sendBare(socket: Duplex, refusal: Refusal, headers: Record<string, string>): void {
  if (!socket.writable) return
  const body = JSON.stringify(refusal.body())
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Otherwise a client could keep the connection open, and in memory what it sent.
  setTimeout(() => socket.destroy(), goodbyeMs).unref()
}

const codeOfBrokenHttp: Record<string, RefusalCode> = {
  HPE_HEADER_OVERFLOW: 'tooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'tooSlow',
}

/** Sends one refusal, by default as `{ error, code }`. */
export function sendRefusal(
  reply: FastifyReply,
  refusal: Refusal,
  body: object | string = refusal.body(),
): FastifyReply {
  if (refusal.retryAfterS !== undefined) reply.header('retry-after', Math.ceil(refusal.retryAfterS))
  return reply.code(refusal.status).send(body)
}

const codeOfStatus: Record<number, RefusalCode> = {
  400: 'badRequest',
  404: 'notFound',
  413: 'tooLarge',
  415: 'unsupportedType',
}

/** SQLSTATEs and system errors of a full disk. */
const diskIsFull = /^(53100|ENOSPC|EDQUOT)$/

/** The refusal that a client gets for an error. */
export function refusalOf(error: Error): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof SyntaxError) return new Refusal('notJson')
  if (isDatabaseAway(error)) return new Refusal('unavailable', { retryAfterS: 2 })
  if (diskIsFull.test(errorCode(error) ?? '')) return new Refusal('diskFull')
  const status =
    'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  if (status >= 400 && status < 500) return new Refusal(codeOfStatus[status] ?? 'badRequest')
  return new Refusal('serverError')
}
