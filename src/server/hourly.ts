import type { FastifyBaseLogger } from 'fastify'

const hourMs = 3_600_000

/**
 * Runs a task every hour, never two at once. A failed run is logged and the next one is tried as
 * usual. Returns a function that stops it.
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
