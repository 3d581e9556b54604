/** A text for comparing, without case and accents. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Does a text contain every word of a query, in any order? An empty query always matches. */
export function holds(text: string, query: string): boolean {
  const within = folded(text)
  return wordsOf(query).every((word) => within.includes(word))
}

export function wordsOf(query: string): string[] {
  return folded(query).split(/\s+/).filter(Boolean)
}
