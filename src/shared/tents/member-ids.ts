import { composed } from '../composed.ts'
import { groupedBy } from '../grouped.ts'
import type { TentMember } from './contract.ts'
import { tokensOf } from './match.ts'
import { membersOf } from './members.ts'

type Named = Pick<TentMember, 'name' | 'netID'>

/**
 * The members named in a tent's texts, in order, with their former ids: the nth of a name keeps the
 * id of the nth of that name. If there are more or fewer of a name than before, those go first who
 * have the same netID, which nobody else of the name has. Of those left on both sides, two are taken
 * as the same person with a new spelling if they have the same netID, which nobody else left has, and
 * their names share a word: netIDs are paired by place, and may be older than the names. `newId` is
 * for everyone else.
 */
export function membersAfter(
  before: readonly TentMember[],
  tent: { members: string; netIDs: string },
  newId: () => string,
): TentMember[] {
  const names = membersOf(tent)
  const netIDs = netIDsBeside(names, tent.netIDs)
  const named: Named[] = names.map((name, place) => ({ name, netID: netIDs[place] ?? null }))
  const former = new Map<Named, TentMember>()
  const left = (list: readonly TentMember[]) => {
    const kept = new Set(former.values())
    return list.filter((member) => !kept.has(member))
  }
  const come = (list: readonly Named[]) => list.filter((member) => !former.has(member))

  const beforeOf = groupedBy(before, ({ name }) => name)
  for (const [name, ofName] of groupedBy(named, (member) => member.name)) {
    const then = beforeOf.get(name) ?? []
    if (then.length !== ofName.length) {
      for (const [member, same] of byNetID(then, ofName)) former.set(member, same)
    }
    const rest = left(then)
    for (const [nth, member] of come(ofName).entries()) {
      const same = rest[nth]
      if (same !== undefined) former.set(member, same)
    }
  }
  for (const [member, other] of byNetID(left(before), come(named))) {
    if (shareWord(other.name, member.name)) former.set(member, other)
  }
  return named.map((member) => ({ id: former.get(member)?.id ?? newId(), ...member }))
}

/** By place if there are as many netIDs as names; otherwise none is known. */
function netIDsBeside(names: readonly string[], text: string): string[] {
  const netIDs = tokensOf(text).map((netID) => netID.toLowerCase())
  return netIDs.length === names.length ? netIDs : []
}

/** Who is who by a netID that one person has on each side. */
function byNetID(
  before: readonly TentMember[],
  named: readonly Named[],
): [now: Named, then: TentMember][] {
  const former = groupedBy(before, ({ netID }) => netID)
  return [...groupedBy(named, ({ netID }) => netID)].flatMap(([netID, [now, ...others]]) => {
    const [then, ...more] = former.get(netID) ?? []
    const isOnlyPair = netID !== null && others.length === 0 && more.length === 0
    return now && then && isOnlyPair ? [[now, then]] : []
  })
}

function shareWord(a: string, b: string): boolean {
  const words = new Set(wordsOf(a))
  return wordsOf(b).some((word) => words.has(word))
}

function wordsOf(name: string): string[] {
  return tokensOf(composed(name).normalize('NFD').replace(/\p{M}/gu, '')).map((word) =>
    word.toLowerCase(),
  )
}
