import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long a stop waits at most, in ms. */
const waitAtMostMs = 5000

export type UnderWay = <T>(call: Promise<T>) => Promise<T>

/**
 * Keeps track of calls under way. A stop cuts all connections and then waits for these calls: they
 * still use the database although their clients are gone.
 */
export function callsUnderWay(app: FastifyInstance): UnderWay {
  const calls = new Set<Promise<unknown>>()
  app.addHook('onClose', async () => {
    const tooLate = new AbortController()
    const ended = Promise.allSettled(calls)
    await Promise.race([ended, delay(waitAtMostMs, null, { signal: tooLate.signal })])
    tooLate.abort()
  })
  return (call) => {
    calls.add(call)
    const isOver = () => calls.delete(call)
    call.then(isOver, isOver)
    return call
  }
}
