import type { HistoryEvent } from './contract.ts'

/** Who does not count by the end of these events: excluded, and not counted in again. */
export function excludedBy(
  events: readonly Pick<HistoryEvent, 'kind' | 'names'>[],
): ReadonlySet<string> {
  const excluded = new Set<string>()
  for (const { kind, names = [] } of events) {
    for (const name of names) {
      if (kind === 'excluded') excluded.add(name)
      if (kind === 'included') excluded.delete(name)
    }
  }
  return excluded
}
