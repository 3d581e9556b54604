import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { compareTents } from '../../../shared/tents/order.ts'
import type { Check } from '../live/picture.ts'
import { searchTents } from './search-tents.ts'
import type { Standing } from './standings.ts'

/** A tent in its place on the page; `standing` null: unmarked. */
export type Entry = { tent: ActiveTent; place: number; standing: Standing | null }

/**
 * What is shown: a page, or a search on all pages, if the query is not empty. `seen`: the tents shown
 * so far.
 */
export type View = {
  page: number | null
  query: string
  openId: string | null
  seen: ReadonlySet<string>
}

/**
 * The entries of a page: unmarked tents, the open one, and as lines those that were marked while the
 * page was shown or wait to be sent. Tents marked before are left out; a search finds all.
 */
export function entriesOf(
  tents: readonly ActiveTent[],
  standings: ReadonlyMap<string, Standing>,
  { page, query, openId, seen }: View,
): Entry[] {
  const isSearch = query !== ''
  const ofView = isSearch
    ? searchTents(tents, query, page)
    : tents.filter(({ groupIndex }) => groupIndex === page)
  return ofView.flatMap((tent, place) => {
    const standing = standings.get(tent.id) ?? null
    const isKept = tent.id === openId || seen.has(tent.id)
    return isSearch || isKept || standing === null || standing.own !== null
      ? { tent, place, standing }
      : []
  })
}

/** All tents of a check, marked or not, in order. */
export function allTents({ tents, marked }: Pick<Check, 'tents' | 'marked'>): ActiveTent[] {
  return [...tents, ...marked.map(({ tent }) => tent)].sort(compareTents)
}

/** Adds the tents shown now to those seen in a view. The same object if nothing is new. */
export function seenWith(seen: ReadonlySet<string>, entries: readonly Pick<Entry, 'tent'>[]) {
  const more = entries.filter(({ tent }) => !seen.has(tent.id))
  return more.length === 0 ? seen : new Set([...seen, ...more.map(({ tent }) => tent.id)])
}
