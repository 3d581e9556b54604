/** How many are remembered; then the one that was told first is forgotten. */
const knownAtMost = 10_000

/**
 * Remembers who was told to come again later, by any key: they are told so again without the
 * database. Whoever is forgotten is asked about there once more.
 */
export function toldToWait(now: () => Date) {
  const told = new Map<string, { at: number; until: number }>()
  return {
    /** For so many ms more; 0: not any more, or they never were. */
    leftMs(key: string): number {
      const known = told.get(key)
      const at = now().getTime()
      // A clock that is set back keeps nobody out for longer.
      if (known !== undefined && known.at <= at && at < known.until) return known.until - at
      told.delete(key)
      return 0
    },

    /** For so many ms from now on. */
    remember(key: string, ms: number): void {
      const at = now().getTime()
      told.delete(key)
      told.set(key, { at, until: at + ms })
      const [oldest] = told.keys()
      if (told.size > knownAtMost && oldest !== undefined) told.delete(oldest)
    },
  }
}
