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
 * Whom a list that a page sent names of a check; nobody where none is on. The rest is not remembered:
 * it changes nothing, and a page may invent as much as it likes.
 */
export function membersAmong(
  list: readonly string[],
  check: {
    tents: readonly { members?: string | undefined }[]
    excluded: ReadonlyMap<string, unknown>
  } | null,
): string[] {
  if (check === null) return []
  const sent = new Set(list)
  const members = check.tents.flatMap(({ members = '' }) => membersOf({ members }))
  return [...new Set([...members, ...check.excluded.keys()])].filter((name) => sent.has(name))
}

/** One more of them: what the page's next bare list means depends on them. */
export function addRecentList(socket: LiveSocket, names: readonly string[], now: Date): void {
  const earlier = recentLists(socket).slice(1 - listsRemembered)
  setRecentLists(socket, [...earlier, { names: [...names], at: now.getTime() }])
}
