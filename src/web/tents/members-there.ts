import type { Member } from '../../shared/tents/members.ts'

/**
 * The keys of the members counted (`there`; of several with the same name, the first ones), and the
 * names counted that nobody has today (`others`): people who left, or are spelled anew since.
 */
export function membersThere(
  members: readonly Pick<Member, 'name' | 'key'>[],
  counted: readonly string[],
): { there: ReadonlySet<string>; others: readonly string[] } {
  const others = [...counted]
  const there = new Set<string>()
  for (const { name, key } of members) {
    const place = others.indexOf(name)
    if (place === -1) continue
    others.splice(place, 1)
    there.add(key)
  }
  return { there, others }
}
