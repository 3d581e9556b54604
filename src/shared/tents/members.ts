import type { Tent } from './contract.ts'

/** The names in the comma-separated `members`, trimmed, without empty ones, in the same order. */
export function membersOf(tent: { members: string }): string[] {
  return tent.members
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/**
 * A member of a tent. Two may have the same name; `key` distinguishes them everywhere. `id` and
 * `netID` (a guess) are null if the reader may not see the tent's people.
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

/** A key for each name: its number among equal names, and the name, as in `1,Ann Lee`. */
function keysOf(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return `${nth},${name}`
  })
}

/** Of one name the second, the third and so on say so: `Ann Lee (2)`. */
export function toldApart<T extends { name: string }>(people: readonly T[]): T[] {
  const numbers = keysOf(people.map(({ name }) => name)).map((key) => Number.parseInt(key, 10))
  return people.map((person, place) => {
    const number = numbers[place] ?? 1
    return number === 1 ? person : { ...person, name: `${person.name} (${number})` }
  })
}

/** The name in a key. Names contain no comma, because commas separate them. */
export function nameIn(key: string): string {
  return key.slice(key.indexOf(',') + 1)
}
