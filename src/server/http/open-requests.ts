import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { asksForRole } from '../../shared/endpoint.ts'
import { sendBare } from './errors.ts'
import type { Places } from './places.ts'
import { Refusal } from './refusal.ts'

/**
 * So many requests are open at once, from their head until their answer is taken in. A public one
 * holds 16 KB of a body at most, in 80 pieces, so that all of an address hold less than 300 MB.
 */
export const requestsAtMost = 10_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the server is well is answered also where it has no place left. */
    isProbe?: true
  }
}

/**
 * Gives each request a place, and the body of one that anyone may send so long to arrive, in
 * milliseconds: then it is refused, with the headers of every answer, and its connection ended. A call
 * that asks for a role takes no place: nobody behind the address of a line monitor keeps their marks
 * out.
 */
export function limitRequests(
  app: FastifyInstance,
  places: Places,
  headers: Record<string, string>,
  publicBodyMs = 20_000,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { endpoint, isProbe } = request.routeOptions.config
    const isForRole = endpoint !== undefined && asksForRole(endpoint)
    if (isProbe !== true && !isForRole) places.take(request.raw, reply.raw)
    // What needs a session is refused before anything of its body is kept.
    const isPublic = endpoint === undefined || endpoint.access === 'public'
    if (isPublic && hasBody(request.raw)) {
      const timer = setTimeout(() => {
        const { socket } = request.raw
        if (reply.raw.headersSent) socket.destroy()
        else sendBare(socket, new Refusal('tooSlow'), headers)
      }, publicBodyMs)
      const stop = () => clearTimeout(timer)
      request.raw.once('end', stop).once('close', stop)
    }
    done()
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
