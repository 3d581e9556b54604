import type { ListedTent } from '../../shared/tents/contract.ts'

/** Whose shifts are one's to see or to plan: one's own tent, then those whose captain one is. */
export function tentsOfShifts(tents: readonly ListedTent[]): ListedTent[] {
  const own = ownTentIn(tents)
  const captained = tents.filter((tent) => tent.isCaptain === true && tent !== own)
  return own === undefined ? captained : [own, ...captained]
}

/** One's own tent: the only one for which the server tells who else sees it. */
export function ownTentIn(tents: readonly ListedTent[]): ListedTent | undefined {
  return tents.find(({ seenBy }) => seenBy !== undefined)
}
