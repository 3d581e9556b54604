import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { asksForRole } from '../../shared/endpoint.ts'
import { sendBare } from './errors.ts'
import { Refusal } from './refusal.ts'
import type { UnderWayLimit } from './under-way-limit.ts'

/**
 * So many requests are open at once, from their head until their answer is taken in. A public one
 * holds 16 KB of a body at most, in 80 pieces, so that all of an address hold less than 300 MB.
 */
export const requestsAtMost = 10_000

/** So many requests of one connection wait for their answers. A browser sends one after the other. */
export const pipedAtMost = 8

/** How long a body that anyone may send has to arrive. */
export const publicBodyArrivesMs = 20_000

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * To be called once it is known who sends a call that asks for a role: it needs no place any more
     * if they have the role, else one like any other.
     */
    isKnown: ((hasRole: boolean) => void) | null
  }
  interface FastifyContextConfig {
    /** Whether the server is well is answered also where it has no place left. */
    isProbe?: true
  }
}

/**
 * Gives each request a place, and the body of one that anyone may send so long to arrive, in
 * milliseconds: then it is refused, with the headers of every answer, and its connection ended. A call
 * that asks for a role has a place among its own, `callers`, and only until it is known who sends it:
 * nobody behind the address of a line monitor keeps their marks out.
 */
export function limitRequests(
  app: FastifyInstance,
  underWay: UnderWayLimit,
  callers: UnderWayLimit,
  headers: Record<string, string>,
  publicBodyMs = publicBodyArrivesMs,
): void {
  const answersOf = openAnswers()
  app.decorateRequest('isKnown', null)
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const answers = answersOf(socket)
    answers.add(reply.raw)
    reply.raw.once('close', () => answers.delete(reply.raw))
    if (answers.size > pipedAtMost) {
      socket.destroy()
      // Nobody hears of it; so the request goes no further.
      return done(new Refusal('tooManyOpen'))
    }
    const { endpoint, isProbe } = request.routeOptions.config
    const isForRole = endpoint !== undefined && asksForRole(endpoint)
    if (isForRole) {
      const leave = callers.take(request.raw, reply.raw)
      request.isKnown = (hasRole) => {
        // Otherwise it is over already, and would keep its place for good.
        if (leave() && !hasRole) underWay.take(request.raw, reply.raw)
      }
    } else if (isProbe !== true) underWay.take(request.raw, reply.raw)
    // What needs a session is refused before anything of its body is kept.
    const isPublic = endpoint === undefined || endpoint.access === 'public'
    if (isPublic && hasBody(request.raw)) {
      const timer = setTimeout(() => {
        if (reply.raw.headersSent) socket.destroy()
        else sendBare(socket, new Refusal('tooSlow'), headers)
      }, publicBodyMs)
      const stop = () => clearTimeout(timer)
      request.raw.once('end', stop).once('close', stop)
    }
    done()
  })
}

/**
 * The answers of a connection that are not over. Of those that are broken off Node closes the first
 * alone: the others would keep what waits for their end, their places above all.
 */
function openAnswers() {
  const open = new WeakMap<Socket, Set<ServerResponse>>()
  return (socket: Socket): Set<ServerResponse> => {
    const known = open.get(socket)
    if (known !== undefined) return known
    const answers = new Set<ServerResponse>()
    open.set(socket, answers)
    socket.once('close', () => {
      for (const answer of answers) if (answer.socket === null) answer.emit('close')
    })
    return answers
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
