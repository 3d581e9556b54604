/** A text for comparing, without case and accents. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
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

export function wordsOf(query: string): string[] {
  return plain(query).split(/\s+/).filter(Boolean)
}

/** The first part of a text that matches one of the words: `[from, to]`, or null. */
export function matchIn(text: string, words: readonly string[]): [number, number] | null {
  /** Where each sign of the plain text comes from. */
  const sources: { from: number; to: number }[] = []
  let within = ''
  for (const { 0: sign, index } of text.matchAll(/./gsu)) {
    const signs = plain(sign)
    within += signs
    for (const _ of signs.split('')) sources.push({ from: index, to: index + sign.length })
  }
  const places = words.map((word) => ({ at: within.indexOf(word), word }))
  const first = places.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)[0]
  if (first === undefined) return null
  const [from, to] = [sources[first.at], sources[first.at + first.word.length - 1]]
  return from && to ? [from.from, to.to] : null
}
