import { membersOf } from '../../shared/tents/views.ts'

/**
 * One member of a tent: the name, and the how many-th of that name (two may share one). Not the
 * place in the list: the roster may change during a check.
 */
export type Member = { name: string; key: string }

/** Who is tapped: by tent id, the keys of its members. */
export type Chosen = ReadonlyMap<string, readonly string[]>

/** The members of a tent, in the roster's order. */
export function keyedMembersOf(tent: { members: string }): Member[] {
  const seen = new Map<string, number>()
  return membersOf(tent).map((name) => {
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return { name, key: keyOf(name, nth) }
  })
}

export function withToggled(chosen: Chosen, tentId: string, key: string): Chosen {
  const keys = chosen.get(tentId) ?? []
  const left = keys.filter((one) => one !== key)
  return new Map(chosen).set(tentId, left.length < keys.length ? left : [...keys, key])
}

/** The names chosen of a tent as it is now, in the roster's order. */
export function namesChosen(tent: { members: string }, keys: readonly string[]): string[] {
  const members = keyedMembersOf(tent).filter(({ key }) => keys.includes(key))
  return members.map(({ name }) => name)
}

/** Excluding a name unselects it on every page. The same object where nobody was chosen. */
export function withoutExcluded(chosen: Chosen, excluded: ReadonlySet<string>): Chosen {
  const isExcluded = (key: string) => excluded.has(nameIn(key))
  if (![...chosen.values()].some((keys) => keys.some(isExcluded))) return chosen
  return new Map([...chosen].map(([id, keys]) => [id, keys.filter((key) => !isExcluded(key))]))
}

/** A comma parts the names of a tent: none stands within one. */
function keyOf(name: string, nth: number): string {
  return `${nth},${name}`
}

function nameIn(key: string): string {
  return key.slice(key.indexOf(',') + 1)
}
