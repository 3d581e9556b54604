/** Lists of excluded names: what somebody who sends one means by it. */

export type NamesChange = { add: string[]; remove: string[] }

/** What leads from one list of names to another, each in its own list's order. */
export function changeOfNames(from: string[], to: string[]): NamesChange {
  const before = new Set(from)
  const after = new Set(to)
  return {
    add: [...after].filter((name) => !before.has(name)),
    remove: [...before].filter((name) => !after.has(name)),
  }
}

/** A list of names that a sender has sent or been told, and when, in milliseconds. */
export type KnownList = { names: string[]; at: number }

/** For how long after it was told a list may not have reached its sender yet. */
const onTheWayMs = 1000

/**
 * What a sender of a bare list means by it: the difference from the list it last had, the newest
 * of those it has sent or been told (`known`, newest last; at first the empty list). Only where
 * that one is so new that it may have crossed the sender's own on the way, an older one may be
 * what the sender started from: then it is the one that differs least, as a person changes a few
 * names at a time, the newest of equals, and not one that differs in nothing.
 * `later`: what came after that one. Nothing up to it is what the sender's next list starts from.
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
