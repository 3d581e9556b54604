import { keyedMembersOf, nameIn } from '../../../shared/tents/members.ts'

/** Who is tapped: by tent id, the keys of its members: their places may change during a check. */
export type Chosen = ReadonlyMap<string, readonly string[]>

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
