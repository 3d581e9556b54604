/** How many are remembered; then the one that was remembered first is forgotten. */
const knownAtMost = 10_000

/**
 * Remembers, by any key, who was refused and for how long, so that they are refused again without
 * a query. For a key that was forgotten, the database is asked again.
 */
export function rememberWaits(now: () => Date) {
  const waits = new Map<string, { at: number; until: number }>()
  return {
    /** How many ms of the wait are left; 0: it is over, or there was none. */
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
