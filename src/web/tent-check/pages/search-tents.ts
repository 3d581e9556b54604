import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { folded, wordsOf } from '../../ui/find-text.ts'

/**
 * The tents that a query names by order, name, captain or a member, in order; the one with exactly
 * this order first, for that is what a tent says at the table.
 */
export function searchTents(tents: readonly ActiveTent[], query: string): readonly ActiveTent[] {
  const words = wordsOf(query)
  if (words.length === 0) return tents
  const found = tents.filter((tent) => words.every((word) => haystackOf(tent).includes(word)))
  const exactly = folded(query).trim()
  const isExact = (tent: ActiveTent) => folded(tent.order) === exactly
  return [...found.filter(isExact), ...found.filter((tent) => !isExact(tent))]
}

const haystacks = new WeakMap<ActiveTent, string>()

function haystackOf(tent: ActiveTent): string {
  const known = haystacks.get(tent)
  if (known !== undefined) return known
  const haystack = folded([tent.order, tent.name, tent.captainName, tent.members].join('\n'))
  haystacks.set(tent, haystack)
  return haystack
}
