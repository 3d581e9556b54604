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

/**
 * A list of names that was sent to or by a page, and when, in milliseconds. `isGuess`: the page may
 * have started without any list.
 */
export type KnownList = { names: string[]; at: number; isGuess?: true }

/** How long a list sent to a page may be under way. */
const onTheWayMs = 1000

/**
 * The change that the sender of a list wants: the difference from the last list that they sent or
 * were sent (`known`, newest last; at first the empty list). If that list is so new that the two
 * may have crossed, the sender may have started from an older one. Then the one with the smallest
 * difference is chosen, because a person changes a few names at a time: of equals the newest, and
 * none without a difference. From a guess, only names that are not excluded already (`inForce`) are a
 * difference. `later`: the lists after the chosen one, from which the sender's next list may start.
 */
export function intendedChange(
  list: string[],
  { known, inForce, now }: { known: KnownList[]; inForce: string[]; now: number },
): { change: NamesChange; later: KnownList[] } {
  const isInForce = new Set(inForce)
  const size = ({ add, remove }: NamesChange) => add.length + remove.length
  const effect = ({ add }: NamesChange) => add.filter((name) => !isInForce.has(name)).length
  const isShown = (index: number) => {
    const next = known[index + 1]
    return next === undefined || now - next.at <= onTheWayMs
  }
  const intended = known
    .map(({ names, isGuess }, index) => {
      const change = changeOfNames(names, list)
      // A part of the list in force more likely comes from that list than from none.
      const difference = isGuess ? effect(change) : size(change)
      return { change, difference, later: known.slice(index + 1) }
    })
    .filter(({ difference }, index) => isShown(index) && difference > 0)
  const least = Math.min(...intended.map(({ difference }) => difference))
  const nothing = { change: { add: [], remove: [] }, later: known }
  return intended.findLast(({ difference }) => difference === least) ?? nothing
}
