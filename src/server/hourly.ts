import type { FastifyBaseLogger } from 'fastify'

const hourMs = 3_600_000

/**
 * Runs a task every hour, never two at once: where the last run is not over, this hour's is left
 * out. A failed run is logged and the next one is tried as usual. Returns a function that stops it.
 */
export function hourly(
  { log }: { log: Pick<FastifyBaseLogger, 'error'> },
  work: () => Promise<void>,
  failure: string,
  everyMs = hourMs,
): () => Promise<void> {
  let working: Promise<void> | null = null
  const timer = setInterval(() => {
    working ??= work()
      .catch((error) => log.error({ err: error }, failure))
      .finally(() => {
        working = null
      })
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await working
  }
}
