/** The first result that `found` returns for a value, whose entry then moves to the end. */
export function takeRoundRobin<K, V, T>(
  all: Map<K, V>,
  found: (one: V) => T | undefined,
): T | undefined {
  for (const [key, one] of all) {
    const result = found(one)
    if (result === undefined) continue
    all.delete(key)
    all.set(key, one)
    return result
  }
  return undefined
}
