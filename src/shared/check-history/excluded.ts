import type { HistoryEvent } from './contract.ts'

/** `Ann Lee was excluded`: a name stands for all members with that name, and is said once. */
export function excludedText(names: readonly string[]): string {
  const each = [...new Set(names)]
  return `${each.join(', ')} ${each.length === 1 ? 'was' : 'were'} excluded`
}

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
