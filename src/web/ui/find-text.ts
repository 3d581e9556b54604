import { composed } from '../../shared/composed.ts'

/** Letters that `normalize` does not take apart, and how a keyboard without them writes them. */
const plainLetters: Record<string, string> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}

/** A text for comparing, without case and accents. */
export function folded(text: string): string {
  const letters = composed(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return letters.replace(/[^\0-\x7f]/g, (letter) => plainLetters[letter] ?? letter)
}

/** Also without apostrophes, hyphens and other signs: `O’Brien` is `obrien`. */
export function plain(text: string): string {
  return folded(text).replace(/[^\p{L}\p{N}\s]/gu, '')
}

/** Does a text contain every word of a query, in any order? An empty query always matches. */
export function holds(text: string, query: string): boolean {
  const within = plain(text)
  return wordsOf(query).every((word) => within.includes(word))
}

/** The text of a row in which a search looks; computed once, not with every letter typed. */
export function searchedText<Row extends object>(textOf: (row: Row) => string) {
  const known = new WeakMap<Row, string>()
  return (row: Row): string => {
    const text = known.get(row) ?? plain(textOf(row))
    known.set(row, text)
    return text
  }
}

export function wordsOf(query: string): string[] {
  return plain(query).split(/\s+/).filter(Boolean)
}

/** A text as `fold` makes it of each sign, and where each sign of the result comes from. */
export function withSources(text: string, fold: (sign: string) => string) {
  const sources: { from: number; to: number }[] = []
  let within = ''
  for (const { 0: sign, index } of text.matchAll(/./gsu)) {
    const signs = fold(sign)
    within += signs
    for (const _ of signs.split('')) sources.push({ from: index, to: index + sign.length })
  }
  return { within, sources }
}

/** The first part of a text that matches one of the words: `[from, to]`, or null. */
export function matchIn(text: string, words: readonly string[]): [number, number] | null {
  const { within, sources } = withSources(text, plain)
  const places = words.map((word) => ({ at: within.indexOf(word), word }))
  const first = places.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)[0]
  if (first === undefined) return null
  const [from, to] = [sources[first.at], sources[first.at + first.word.length - 1]]
  return from && to ? [from.from, to.to] : null
}

/** `7 tents found`, `No tent matches`: for whom results are not seen. */
export function foundText(count: number, one: string, many: string): string {
  if (count === 0) return `No ${one} matches`
  return `${count} ${count === 1 ? one : many} found`
}
