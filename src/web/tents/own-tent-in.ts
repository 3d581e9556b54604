import type { ListedTent } from '../../shared/tents/contract.ts'

/** One's own tent: the only one for which the server tells who else sees it. */
export function ownTentIn(tents: readonly ListedTent[]): ListedTent | undefined {
  return tents.find(({ seenBy }) => seenBy !== undefined)
}
