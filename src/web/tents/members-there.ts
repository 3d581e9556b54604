import type { Member } from '../../shared/tents/members.ts'

/** The keys of the members counted; of several with the same name, the first ones. */
export function membersThere(
  members: readonly Pick<Member, 'name' | 'key'>[],
  counted: readonly string[],
): ReadonlySet<string> {
  const left = [...counted]
  const there = new Set<string>()
  for (const { name, key } of members) {
    const place = left.indexOf(name)
    if (place === -1) continue
    left.splice(place, 1)
    there.add(key)
  }
  return there
}
