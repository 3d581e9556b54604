/** How many are remembered; then the one that was remembered first is forgotten. */
const knownAtMost = 10_000

/**
 * Remembers who was told to come again later, by any key: they are told so again without the
 * database. Whoever is forgotten is asked about there once more.
 */
export function rememberWaits(now: () => Date) {
  const waits = new Map<string, { at: number; until: number }>()
  return {
    /** For so many ms more; 0: not any more, or they never were. */
    leftMs(key: string): number {
      const known = waits.get(key)
      const at = now().getTime()
      // A clock that is set back keeps nobody out for longer.
      if (known !== undefined && known.at <= at && at < known.until) return known.until - at
      waits.delete(key)
      return 0
    },

    /** For so many ms from now on. */
    remember(key: string, ms: number): void {
      const at = now().getTime()
      waits.delete(key)
      waits.set(key, { at, until: at + ms })
      const [oldest] = waits.keys()
      if (waits.size > knownAtMost && oldest !== undefined) waits.delete(oldest)
    },
  }
}
