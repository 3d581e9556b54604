/** What somebody who sends a list of excluded names wants to change. */
export type NamesChange = { add: string[]; remove: string[] }

/** The names to add and to remove to get from one list to another, each in its list's order. */
export function changeOfNames(from: string[], to: string[]): NamesChange {
  const before = new Set(from)
  const after = new Set(to)
  return {
    add: [...after].filter((name) => !before.has(name)),
    remove: [...before].filter((name) => !after.has(name)),
  }
}

/** A list of names that was sent to or by a page, and when, in milliseconds. */
export type KnownList = { names: string[]; at: number }

/** How long a list sent to a page may be under way. */
const onTheWayMs = 1000

/**
 * The change that the sender of a list wants: the difference from the last list that they sent or
 * were sent (`known`, newest last; at first the empty list). If that list is so new that the two
 * may have crossed, the sender may have started from an older one. Then the one with the smallest
 * difference is chosen, because a person changes a few names at a time: of equals the newest, and
 * none without a difference. `later`: the lists after the chosen one, from which the sender's next
 * list may start.
 */
export function intendedChange(
  list: string[],
  known: KnownList[],
  now: number,
): { change: NamesChange; later: KnownList[] } {
  const size = ({ change }: { change: NamesChange }) => change.add.length + change.remove.length
  const isShown = (index: number) => {
    const next = known[index + 1]
    return next === undefined || now - next.at <= onTheWayMs
  }
  const intended = known
    .map(({ names }, index) => ({
      change: changeOfNames(names, list),
      later: known.slice(index + 1),
    }))
    .filter((one, index) => isShown(index) && size(one) > 0)
  const least = Math.min(...intended.map(size))
  const nothing = { change: { add: [], remove: [] }, later: known }
  return intended.findLast((one) => size(one) === least) ?? nothing
}
