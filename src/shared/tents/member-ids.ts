import { groupedBy } from '../grouped.ts'
import type { TentMember } from './contract.ts'
import { tokensOf } from './match.ts'
import { keysOf, membersOf } from './members.ts'

/**
 * The members named in a tent's texts, in order, with their former ids: the nth of a name keeps the
 * id of the nth of that name. Of those left on both sides, two are taken as the same person with a
 * new spelling if they have the same netID, which nobody else left has, and their names share a
 * word: netIDs are paired by place, and may be older than the names. `newId` is for everyone else.
 */
export function membersAfter(
  before: readonly TentMember[],
  tent: { members: string; netIDs: string },
  newId: () => string,
): TentMember[] {
  const names = membersOf(tent)
  const keysBefore = keysOf(before.map(({ name }) => name))
  const known = new Map(before.map((member, place) => [keysBefore[place], member]))
  const netIDs = netIDsBeside(names, tent.netIDs)
  const named = keysOf(names).map((key, place) => ({
    name: names[place] ?? '',
    netID: netIDs[place] ?? null,
    same: known.get(key),
  }))
  const kept = new Set(named.map(({ same }) => same))
  const gone = byNetID(before.filter((member) => !kept.has(member)))
  const come = byNetID(named.filter(({ same }) => same === undefined))
  return named.map(({ name, netID, same }) => {
    const [other, ...more] = gone.get(netID) ?? []
    const isOnlyPair = more.length === 0 && come.get(netID)?.length === 1
    const respelled = other && isOnlyPair && shareWord(other.name, name) ? other : undefined
    return { id: (same ?? respelled)?.id ?? newId(), name, netID }
  })
}

/** By place if there are as many netIDs as names; otherwise none is known. */
function netIDsBeside(names: readonly string[], text: string): string[] {
  const netIDs = tokensOf(text).map((netID) => netID.toLowerCase())
  return netIDs.length === names.length ? netIDs : []
}

/** The members by netID, where they have one. */
function byNetID<T extends { netID: string | null }>(list: readonly T[]): Map<string | null, T[]> {
  return groupedBy(
    list.filter(({ netID }) => netID !== null),
    ({ netID }) => netID,
  )
}

function shareWord(a: string, b: string): boolean {
  const words = new Set(wordsOf(a))
  return wordsOf(b).some((word) => words.has(word))
}

function wordsOf(name: string): string[] {
  return tokensOf(name.normalize('NFD').replace(/\p{M}/gu, '')).map((word) => word.toLowerCase())
}
