import type { FastifyBaseLogger } from 'fastify'

const hourMs = 3_600_000

/**
 * Does a work every hour, one after the other. One that fails is logged and the next one tried in
 * time: the server goes on. Gives a function that stops.
 */
export function hourly(
  { log }: { log: Pick<FastifyBaseLogger, 'error'> },
  work: () => Promise<void>,
  failure: string,
  everyMs = hourMs,
): () => Promise<void> {
  let working = Promise.resolve()
  const timer = setInterval(() => {
    working = working.then(work).catch((error) => log.error({ err: error }, failure))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await working
  }
}
