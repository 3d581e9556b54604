import type { Tent } from '../../../shared/tents/contract.ts'
import { keyedMembersOf, type Member, nameIn } from '../../../shared/tents/members.ts'

/** The ticked members by tent id, as member keys, because places may change during a check. */
export type Ticks = ReadonlyMap<string, readonly string[]>

export function withToggled(ticks: Ticks, tentId: string, key: string): Ticks {
  const keys = ticks.get(tentId) ?? []
  const left = keys.filter((one) => one !== key)
  return new Map(ticks).set(tentId, left.length < keys.length ? left : [...keys, key])
}

/** The ticked members of a tent as it is now, in the roster's order. */
export function membersTicked(
  tent: Pick<Tent, 'members' | 'people'>,
  keys: readonly string[],
): Member[] {
  return keyedMembersOf(tent).filter(({ key }) => keys.includes(key))
}

/** Without excluded names, on every page. The same object if none was ticked. */
export function withoutExcluded(ticks: Ticks, excluded: ReadonlySet<string>): Ticks {
  const isExcluded = (key: string) => excluded.has(nameIn(key))
  const touched = [...ticks].filter(([, keys]) => keys.some(isExcluded))
  if (touched.length === 0) return ticks
  const left = touched.map(([id, keys]) => [id, keys.filter((key) => !isExcluded(key))] as const)
  return new Map([...ticks, ...left])
}
