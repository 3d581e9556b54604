import type { ListedTent } from '../../shared/tents/contract.ts'

/** One's own tent: of it alone the server says who else sees it. */
export function ownTentIn(tents: readonly ListedTent[]): ListedTent | undefined {
  return tents.find(({ seenBy }) => seenBy !== undefined)
}
