/** The names in the comma-separated `members`, trimmed, without empty ones, in the roster's order. */
export function membersOf(tent: { members: string }): string[] {
  return tent.members
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** A member of a tent: two may share a name, and `key` tells them apart wherever they stand. */
export type Member = { name: string; key: string }

/** The members of a tent, in the roster's order. */
export function keyedMembersOf(tent: { members: string }): Member[] {
  const seen = new Map<string, number>()
  return membersOf(tent).map((name) => {
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return { name, key: `${nth},${name}` }
  })
}

/** The name of the member with this key; commas part the names of a tent, so none stands within one. */
export function nameIn(key: string): string {
  return key.slice(key.indexOf(',') + 1)
}
