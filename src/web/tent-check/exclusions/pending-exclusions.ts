/** Names to exclude (true) or to count again (false) that the server has not acknowledged yet. */
export type PendingExclusions = ReadonlyMap<string, boolean>

/** The server's list as it will be with the pending exclusions, in the order of excluding. */
export function withPending(list: readonly string[], pending: PendingExclusions): string[] {
  const left = list.filter((name) => pending.get(name) !== false)
  const added = [...pending].filter(([name, isExcluded]) => isExcluded && !list.includes(name))
  return [...left, ...added.map(([name]) => name)]
}

/** Those that remain once what was sent is acknowledged; one that changed meanwhile remains. */
export function withoutSettled(
  pending: PendingExclusions,
  sent: PendingExclusions,
): PendingExclusions {
  return new Map([...pending].filter(([name, isExcluded]) => sent.get(name) !== isExcluded))
}
