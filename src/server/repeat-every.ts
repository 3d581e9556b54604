import type { FastifyBaseLogger } from 'fastify'

/**
 * Runs a task again and again, never two at once: where the last run is not over, the next is left
 * out. A failed run is logged and the next one is tried as usual. Returns a function that stops it.
 */
export function repeatEvery(
  { log }: { log: Pick<FastifyBaseLogger, 'error'> },
  work: () => Promise<void>,
  failure: string,
  everyMs: number,
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
