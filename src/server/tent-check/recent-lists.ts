import type { CheckStatus } from '../../shared/tent-check/contract.ts'
import type { KnownList } from '../../shared/tent-check/excluded-names.ts'
import { membersOf } from '../../shared/tents/members.ts'
import type { LiveSocket } from '../live/page.ts'

/** How many lists a page may have in flight or on its screen. */
const listsRemembered = 20

const listsOf = new WeakMap<LiveSocket, KnownList[]>()

/** The lists of excluded names that a page was sent or has sent, oldest first; at first the empty one. */
export function recentLists(socket: LiveSocket): KnownList[] {
  return listsOf.get(socket) ?? [{ names: [], at: 0 }]
}

export function setRecentLists(socket: LiveSocket, lists: KnownList[]): void {
  listsOf.set(socket, lists)
}

/**
 * The names in a page's list that the check knows: members of its tents and excluded names; none if
 * no check is on. Other names are neither compared nor remembered: they change nothing, and a page
 * could send any number of invented ones.
 */
export function membersAmong(
  list: readonly string[],
  { activeTents, marked, excludedNames }: NamesIn,
): string[] {
  const tents = [...activeTents, ...marked.map(({ tent }) => tent)]
  const names = new Set([...tents.flatMap(membersOf), ...excludedNames])
  return [...new Set(list)].filter((name) => names.has(name))
}

type Tents = readonly { members: string }[]
type NamesIn = Pick<CheckStatus, 'excludedNames'> & {
  activeTents: Tents
  marked: readonly { tent: Tents[number] }[]
}

/** Remembers one more list: what the page's next list without `base` means depends on these. */
export function addRecentList(socket: LiveSocket, names: readonly string[], now: Date): void {
  const earlier = recentLists(socket).slice(1 - listsRemembered)
  setRecentLists(socket, [...earlier, { names: [...names], at: now.getTime() }])
}
