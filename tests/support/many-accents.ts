/** A letter with 100,000 accents in an order that Unicode changes: by itself that took 4 seconds. */
export const manyAccents = `a${'\u0315'.repeat(50_000)}${'\u0327'.repeat(50_000)}`

/** Whether something takes less than a second. */
export function isSwift(act: () => unknown): boolean {
  const before = performance.now()
  act()
  return performance.now() - before < 1000
}
