import { tokensOf } from '../../../shared/tents/match.ts'

/**
 * Finds the member for a name in a file: by full name, or by a first name that only one member has.
 */
export function memberFinder(
  names: readonly (readonly [memberId: string, name: string])[],
): (name: string) => string | null {
  const words = (name: string) => tokensOf(name).map((word) => word.toLowerCase())
  const known = names.map(([memberId, name]) => ({ memberId, words: words(name) }))
  return (name) => {
    const wanted = words(name)
    if (wanted.length === 0) return null
    const whole = known.filter((member) => member.words.join(' ') === wanted.join(' '))
    const first = wanted.length > 1 ? [] : known.filter((member) => member.words[0] === wanted[0])
    const found = whole.length > 0 ? whole : first
    return found.length === 1 ? (found[0]?.memberId ?? null) : null
  }
}
