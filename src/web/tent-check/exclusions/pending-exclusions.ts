/**
 * Changes that the server has not acknowledged yet: names to exclude (true) or include again
 * (false).
 */
export type PendingExclusions = ReadonlyMap<string, boolean>

/** The server's list with the pending changes applied, in the order of excluding. */
export function withPending(list: readonly string[], pending: PendingExclusions): string[] {
  const left = list.filter((name) => pending.get(name) !== false)
  const added = [...pending].filter(([name, isExcluded]) => isExcluded && !list.includes(name))
  return [...left, ...added.map(([name]) => name)]
}

/** Each name the other way round. */
export function opposite(changes: PendingExclusions): PendingExclusions {
  return new Map([...changes].map(([name, isExcluded]) => [name, !isExcluded]))
}

/** The pending changes without those acknowledged; a name changed again meanwhile stays. */
export function withoutSettled(
  pending: PendingExclusions,
  sent: PendingExclusions,
): PendingExclusions {
  return new Map([...pending].filter(([name, isExcluded]) => sent.get(name) !== isExcluded))
}

/** The names whose pending change the server's list does not show. */
export function namesNotIn(list: readonly string[], pending: PendingExclusions): string[] {
  const open = [...pending].filter(([name, isExcluded]) => list.includes(name) !== isExcluded)
  return open.map(([name]) => name)
}
