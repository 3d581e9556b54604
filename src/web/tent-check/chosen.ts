import { membersOf } from '../../shared/tents/views.ts'

/** Who is tapped: by tent id, the places in its list of members (two may share a name). */
export type Chosen = ReadonlyMap<string, readonly number[]>

export function withToggled(chosen: Chosen, tentId: string, place: number): Chosen {
  const places = chosen.get(tentId) ?? []
  const left = places.filter((one) => one !== place)
  const next = left.length < places.length ? left : [...places, place].sort((a, b) => a - b)
  return new Map(chosen).set(tentId, next)
}

/** The names at these places, in the roster's order. */
export function namesChosen(tent: { members: string }, places: readonly number[]): string[] {
  return membersOf(tent).filter((_, place) => places.includes(place))
}

/** Excluding a name unselects it on every page. The same object where nobody was chosen. */
export function withoutExcluded(
  chosen: Chosen,
  tents: readonly { id: string; members: string }[],
  excluded: ReadonlySet<string>,
): Chosen {
  const next = new Map(chosen)
  for (const tent of tents) {
    const places = chosen.get(tent.id)
    if (places === undefined || places.length === 0) continue
    const members = membersOf(tent)
    const left = places.filter((place) => !excluded.has(members[place] ?? ''))
    if (left.length < places.length) next.set(tent.id, left)
    else next.set(tent.id, places)
  }
  const isSame = [...next].every(([id, places]) => chosen.get(id) === places)
  return isSame ? chosen : next
}
