import type { Tent } from './contract.ts'

/** The names in the comma-separated `members`, trimmed, without empty ones, in the roster's order. */
export function membersOf(tent: { members: string }): string[] {
  return tent.members
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/**
 * A member of a tent: two may share a name, and `key` tells them apart wherever they stand. `id` and
 * `netID` (a guess) are null where the tent's people are not told.
 */
export type Member = { name: string; key: string; id: string | null; netID: string | null }

/** The members of a tent, in the roster's order. */
export function keyedMembersOf(tent: Pick<Tent, 'members' | 'people'>): Member[] {
  const names = membersOf(tent)
  return keysOf(names).map((key, place) => {
    const { id = null, netID = null } = tent.people?.[place] ?? {}
    return { name: names[place] ?? '', key, id, netID }
  })
}

/** The key of each name: which one of that name it is, and the name. */
export function keysOf(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return `${nth},${name}`
  })
}

/** The name of the member with this key; commas part the names of a tent, so none stands within one. */
export function nameIn(key: string): string {
  return key.slice(key.indexOf(',') + 1)
}
