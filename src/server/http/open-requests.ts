import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { can } from '../../shared/access.ts'
import { addressReader } from '../address.ts'
import type { Config } from '../config.ts'
import { sendBare } from './errors.ts'
import { Refusal } from './refusal.ts'
import { openUnderWayLimit } from './under-way-limit.ts'

/**
 * So many requests are open at once, from their head until their answer is taken in. A public one
 * holds 16 KB of a body at most, in 80 pieces, so that all of an address hold less than 300 MB.
 */
export const requestsAtMost = 10_000

/** So many of one person are open who is signed in without a role; whoever has one has no limit. */
export const requestsOfPersonAtMost = 100

/**
 * How many bodies that anyone may send one address may have incomplete at once. With one more, the
 * oldest is refused; it is hardly ever a browser's, because browsers send a body without pauses.
 */
export const publicBodiesAtMost = 1000

/** So many requests of one connection wait for their answers. A browser sends one after the other. */
export const pipedAtMost = 8

/** Fifteen megabytes over bad Wi-Fi take their time; who sends a byte a second is cut off. */
export const requestArrivesMs = 180_000

/** How long a body that anyone may send has to arrive. */
export const publicBodyArrivesMs = 20_000

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Must be called once it is known who sends the call. Then the request takes one of the
     * person's places, or, from a visitor (null), one of the address's; with a role it needs none.
     */
    tellSender: ((user: Sender | null) => void) | null
  }
  interface FastifyContextConfig {
    /** A probe or the metrics: answered even when the server has no place left for a request. */
    isProbe?: true
  }
}

type Sender = { netID: string } & Parameters<typeof can>[0]
type Limited = Pick<Config, 'rateLimitFactor' | 'trustProxy'>
type Bounds = typeof usualBounds

const usualBounds = {
  inAll: requestsAtMost,
  ofPerson: requestsOfPersonAtMost,
  publicBodies: publicBodiesAtMost,
  publicBodyMs: publicBodyArrivesMs,
}

/** Bounds what is open at once; each of these limits refuses before the next one is asked. */
export function limitRequests(
  app: FastifyInstance,
  config: Limited,
  headers: Record<string, string>,
  bounds = usualBounds,
): void {
  limitPiped(app)
  givePlaces(app, config, bounds)
  timePublicBodies(app, config, headers, bounds)
}

/** Ends a connection with more than `pipedAtMost` requests. */
function limitPiped(app: FastifyInstance): void {
  const answersOf = openAnswers()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const answers = answersOf(socket)
    answers.add(reply.raw)
    reply.raw.once('close', () => answers.delete(reply.raw))
    if (answers.size <= pipedAtMost) return done()
    socket.destroy()
    // The connection is closed, so nobody gets this refusal: it only stops the request here.
    done(new Refusal('tooManyOpen'))
  })
}

/**
 * Gives each request a place. A call first has a place among those of unknown senders. Once its
 * sender is known, a person who is signed in gets one among the people's instead, a visitor one
 * among the other requests': so visitors do not keep out people behind the same address.
 */
function givePlaces(app: FastifyInstance, config: Limited, bounds: Bounds): void {
  const underWay = openUnderWayLimit(bounds.inAll, config)
  const unknown = openUnderWayLimit(bounds.inAll, config)
  const ofPeople = openUnderWayLimit(bounds.inAll, config, bounds.ofPerson)
  app.decorateRequest('tellSender', null)
  app.addHook('onRequest', (request, reply, done) => {
    const { endpoint, isProbe } = request.routeOptions.config
    if (endpoint !== undefined && isProbe !== true) {
      const leave = unknown.take(request.raw, reply.raw)
      request.tellSender = (user) => {
        // If the request has ended already, a place taken now would never be given back.
        if (!leave() || can(user, 'lineMonitor')) return
        if (user === null) underWay.take(request.raw, reply.raw)
        else ofPeople.take(request.raw, reply.raw, user.netID)
      }
    } else if (isProbe !== true) underWay.take(request.raw, reply.raw)
    done()
  })
}

/**
 * Gives the body of a request that anyone may send `publicBodyMs` to arrive: then it is refused, with
 * the headers of every answer, and its connection ended.
 */
function timePublicBodies(
  app: FastifyInstance,
  config: Limited,
  headers: Record<string, string>,
  bounds: Bounds,
): void {
  const bodies = oldestGiveWay(bounds.publicBodies * Math.max(1, config.rateLimitFactor))
  const addressOf = addressReader(config.trustProxy)
  app.addHook('onRequest', (request, reply, done) => {
    const { endpoint } = request.routeOptions.config
    // What needs a session is refused before anything of its body is kept.
    const isPublic = endpoint === undefined || endpoint.access === 'public'
    if (!isPublic || !hasBody(request.raw)) return done()
    const { socket } = request.raw
    const refuse = () => {
      if (reply.raw.headersSent) socket.destroy()
      else sendBare(socket, new Refusal('tooSlow'), headers)
    }
    const timer = setTimeout(refuse, bounds.publicBodyMs)
    const leave = bodies.add(addressOf(request.raw), refuse)
    const stop = () => {
      clearTimeout(timer)
      leave()
    }
    request.raw.once('end', stop).once('close', stop)
    done()
  })
}

/**
 * The unfinished answers of a connection. If it breaks off, Node emits `close` for the first
 * of them only; here it is emitted for the others, too, which would otherwise keep their places.
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

/** With one more than `atMost` of an address, its oldest is told to give way. */
function oldestGiveWay(atMost: number) {
  const ofEach = new Map<string, Set<() => void>>()
  return {
    /** Gives what removes it. */
    add(address: string, giveWay: () => void): () => void {
      const own = ofEach.get(address) ?? new Set()
      ofEach.set(address, own)
      const [oldest] = own
      if (own.size >= atMost && oldest !== undefined) {
        own.delete(oldest)
        oldest()
      }
      own.add(giveWay)
      return () => {
        if (own.delete(giveWay) && own.size === 0) ofEach.delete(address)
      }
    },
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
