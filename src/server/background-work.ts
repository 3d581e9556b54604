import type { Context } from './context.ts'

/**
 * Work that a request starts but does not wait for, so that the time of its answer does not reveal
 * whether there was anything to do.
 */
export type BackgroundWork = {
  /** Begins the work and waits for nothing; if it fails, that is logged with these words. */
  begin: (work: () => Promise<void>, failure: string) => void
  /** Resolves when all that was begun is done. */
  settled: () => Promise<void>
}

export function openBackgroundWork({ log }: Pick<Context, 'log'>): BackgroundWork {
  const underWay = new Set<Promise<void>>()
  return {
    begin(work, failure) {
      const working = work()
        .catch((error) => log.error({ err: error }, failure))
        .finally(() => underWay.delete(working))
      underWay.add(working)
    },
    settled: async () => void (await Promise.all(underWay)),
  }
}
