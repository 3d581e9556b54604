import { exclusionsKey, readStoredJson, removeStored, writeStored } from '../../api/storage.ts'
import { type PendingExclusions, withoutSettled } from './pending-exclusions.ts'

type Kept = { checkId: string; pending: [name: string, isExcluded: boolean][] }

/** What this person has not sent yet into this check. */
export function keptExclusions(netID: string, checkId: string): PendingExclusions {
  const kept = readStoredJson<Kept>(exclusionsKey(netID))
  return new Map(kept?.checkId === checkId ? kept.pending : [])
}

/**
 * Stores the exclusions that are not sent yet. They replace those of an earlier check, and those
 * that this page had `before`; what another tab has stored for this check stays.
 */
export function keepExclusions(
  netID: string,
  checkId: string,
  pending: PendingExclusions,
  before: PendingExclusions,
): void {
  const others = withoutSettled(keptExclusions(netID, checkId), before)
  const kept: Kept = { checkId, pending: [...new Map([...others, ...pending])] }
  if (kept.pending.length === 0) removeStored(exclusionsKey(netID))
  else writeStored(exclusionsKey(netID), JSON.stringify(kept))
}
