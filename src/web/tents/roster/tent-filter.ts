import type { Tent } from '../../../shared/tents/contract.ts'
import { compareExactly } from '../../../shared/tents/order.ts'
import { folded, searchedText, wordsOf } from '../../ui/find-text.ts'

export const sortings = ['order', 'name', 'type', 'people', 'misses'] as const
export type Sorting = (typeof sortings)[number]

/** `type` null: any; `misses`: at least so many. `query`: as typed. */
export type TentFilter = { query: string; type: string | null; misses: number; sorting: Sorting }

/** The matching tents, sorted as requested; `tents` are in order, and equal ones stay so. */
export function filteredTents(
  tents: readonly Tent[],
  { query, type, misses, sorting }: TentFilter,
): Tent[] {
  const words = wordsOf(query)
  return tents
    .filter(
      (tent) =>
        (type === null || tent.type.trim() === type) &&
        (tent.numberOfMisses ?? 0) >= misses &&
        words.every((word) => textOf(tent).includes(word)),
    )
    .sort(comparisons[sorting])
}

/** Every type, once. */
export function typesOf(tents: readonly Tent[]): string[] {
  return [...new Set(tents.map(({ type }) => type.trim()))].filter((type) => type !== '').sort()
}

const comparisons: Record<Sorting, (a: Tent, b: Tent) => number> = {
  order: () => 0,
  name: (a, b) => compareExactly(folded(a.name), folded(b.name)),
  type: (a, b) => compareExactly(folded(a.type), folded(b.type)),
  people: (a, b) => (b.people?.length ?? 0) - (a.people?.length ?? 0),
  misses: (a, b) => (b.numberOfMisses ?? 0) - (a.numberOfMisses ?? 0),
}

const textOf = searchedText(({ order, name, type, captain, captainName, members, netIDs }: Tent) =>
  [order, name, type, captain, captainName, members, netIDs].join(' '),
)
