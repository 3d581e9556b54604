/**
 * The first letters of the first and the last word: `MK` for Mona Kim, `JS` for José de la Sierra.
 */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const [first = '?'] = words
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return [first, last].map((word) => [...word][0]?.toUpperCase() ?? '').join('')
}
