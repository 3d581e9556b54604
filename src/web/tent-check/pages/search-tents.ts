import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { plain, searchedText, wordsOf } from '../../ui/find-text.ts'

/**
 * The tents that match a query by order, name, captain or member: first those with exactly this
 * order, because that is what people say at the table, of both groups those of one's own page first,
 * and all in order.
 */
export function searchTents(
  tents: readonly ActiveTent[],
  query: string,
  page: number | null,
): readonly ActiveTent[] {
  const words = queryWords(query)
  if (words.length === 0) return tents
  const found = tents.filter((tent) => words.every((word) => haystackOf(tent).includes(word)))
  const rank = (tent: ActiveTent) =>
    (hasOrder(tent, words) ? 0 : 2) + (page === null || tent.groupIndex === page ? 0 : 1)
  return [0, 1, 2, 3].flatMap((wanted) => found.filter((tent) => rank(tent) === wanted))
}

/** The found tent that opens by itself: the only one with exactly this order, else the only one. */
export function opensByItself(found: readonly ActiveTent[], query: string): ActiveTent | null {
  const words = queryWords(query)
  if (words.length === 0) return null
  const exact = found.filter((tent) => hasOrder(tent, words))
  const [only = null, ...others] = exact.length > 0 ? exact : found
  return others.length === 0 ? only : null
}

/**
 * Is the query the order of a found tent, while no other found order begins with it? Letters alone
 * must find no other tent at all, and begin no name in this one. Else who types may be in the middle
 * of a name or of a longer order.
 */
export function isWholeOrder(found: readonly ActiveTent[], query: string): boolean {
  const words = queryWords(query)
  const typed = words.join(' ')
  const mayBeName = !/\d/.test(typed)
  const [only, ...others] = found.filter(
    ({ order }) => mayBeName || orderText(order).startsWith(typed),
  )
  if (only === undefined || others.length > 0 || !hasOrder(only, words)) return false
  return !(mayBeName && wordsOf(namesIn(only)).some((word) => word.startsWith(typed)))
}

/** Does a word of the query match this name or order? */
export function isMeant(text: string, query: string): boolean {
  const words = queryWords(query)
  if (words.length === 0) return false
  const within = plain(text)
  return words.some((word) => within.includes(word))
}

/** The words that are searched for: `tent 47` becomes 47, `O’Brien` obrien. */
export function queryWords(query: string): string[] {
  const words = wordsOf(query)
  return words.length > 1 && words[0] === 'tent' ? words.slice(1) : words
}

function hasOrder({ order }: ActiveTent, words: readonly string[]): boolean {
  return order !== '' && orderText(order) === words.join(' ')
}

function orderText(order: string): string {
  return wordsOf(order).join(' ')
}

// A comma separates two members, whose names must not be joined.
function namesIn({ name, captainName, members }: ActiveTent): string {
  return [name, captainName, members.replaceAll(',', '\n')].join('\n')
}

const haystackOf = searchedText((tent: ActiveTent) => `${tent.order}\n${namesIn(tent)}`)
