import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { compareTents } from '../../../shared/tents/order.ts'
import type { Check } from '../live/picture.ts'
import { searchTents } from './search-tents.ts'
import type { Standing } from './standings.ts'

/** A tent in its place on the page; null: it is still to be marked. */
export type Entry = { tent: ActiveTent; place: number; standing: Standing | null }

/** What one looks at: a page, or what a query finds on all of them. `seen`: what stood there. */
export type View = { page: number | null; query: string; seen: ReadonlySet<string> }

/**
 * What stands on a page, each tent in its place: those to be marked, and as a line what was marked
 * while one looked, or waits to be sent. What was marked before is not there; a search finds all.
 */
export function entriesOf(
  tents: readonly ActiveTent[],
  standings: ReadonlyMap<string, Standing>,
  { page, query, seen }: View,
): Entry[] {
  const isSearch = query.trim() !== ''
  const ofView = isSearch
    ? searchTents(tents, query, page)
    : tents.filter(({ groupIndex }) => groupIndex === page)
  return ofView.flatMap((tent, place) => {
    const standing = standings.get(tent.id) ?? null
    const isHere = isSearch || standing === null || standing.own !== null || seen.has(tent.id)
    return isHere ? { tent, place, standing } : []
  })
}

/** All tents of a check, marked or not, in order. */
export function allTents({ tents, marked }: Pick<Check, 'tents' | 'marked'>): ActiveTent[] {
  return [...tents, ...marked.map(({ tent }) => tent)].sort(compareTents)
}

/** What was seen in a view, with what stands there now. The same object: nothing is new. */
export function seenWith(seen: ReadonlySet<string>, entries: readonly Entry[]) {
  const more = entries.filter(({ tent }) => !seen.has(tent.id))
  return more.length === 0 ? seen : new Set([...seen, ...more.map(({ tent }) => tent.id)])
}
