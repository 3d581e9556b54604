/** A text as it is compared: without regard to case or accents. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Whether a text holds every word of a query, in any order. An empty query is in every text. */
export function holds(text: string, query: string): boolean {
  const within = folded(text)
  return wordsOf(query).every((word) => within.includes(word))
}

export function wordsOf(query: string): string[] {
  return folded(query).split(/\s+/).filter(Boolean)
}
