import type { Tent } from '../../../shared/tents/contract.ts'
import { keyedMembersOf, type Member, nameIn } from '../../../shared/tents/members.ts'

/** The ticked members by tent id, as member keys, because places may change during a check. */
export type Chosen = ReadonlyMap<string, readonly string[]>

export function withToggled(chosen: Chosen, tentId: string, key: string): Chosen {
  const keys = chosen.get(tentId) ?? []
  const left = keys.filter((one) => one !== key)
  return new Map(chosen).set(tentId, left.length < keys.length ? left : [...keys, key])
}

/** The ticked members of a tent as it is now, in the roster's order. */
export function membersChosen(
  tent: Pick<Tent, 'members' | 'people'>,
  keys: readonly string[],
): Member[] {
  return keyedMembersOf(tent).filter(({ key }) => keys.includes(key))
}

/** Unticks excluded names on every page. The same object if none was ticked. */
export function withoutExcluded(chosen: Chosen, excluded: ReadonlySet<string>): Chosen {
  const isExcluded = (key: string) => excluded.has(nameIn(key))
  if (![...chosen.values()].some((keys) => keys.some(isExcluded))) return chosen
  return new Map([...chosen].map(([id, keys]) => [id, keys.filter((key) => !isExcluded(key))]))
}
