import type { ListedTent } from '../../shared/tents/contract.ts'

/** Whose shifts are one's to see or to plan: one's own tent, then all whose captain or member one is. */
export function tentsOfShifts(tents: readonly ListedTent[]): ListedTent[] {
  const own = ownTentIn(tents)
  const others = tents.filter(
    (tent) => tent !== own && (tent.isCaptain === true || tent.isMember === true),
  )
  return own === undefined ? others : [own, ...others]
}

/** One's own tent: the only one for which the server tells who else sees it. */
export function ownTentIn(tents: readonly ListedTent[]): ListedTent | undefined {
  return tents.find(({ seenBy }) => seenBy !== undefined)
}
