import type { FastifyInstance } from 'fastify'

/**
 * Ends the connection of whoever takes in nothing of an answer for so long, in milliseconds: it
 * would keep what is left of it, and its place, for as long as it likes.
 */
export function endUntakenAnswers(app: FastifyInstance, afterMs = 60_000): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Node ends it by itself, unless some of what was written is taken in meanwhile.
    reply.raw.setTimeout(afterMs)
    done()
  })
}
