import type { Tent } from '../../../shared/tents/contract.ts'
import {
  fieldsMatching,
  type MatchedField,
  netIDsMatching,
  tentFinder,
} from '../../../shared/tents/match.ts'

/** An account that a tent names; `tent`: the account's own tent, the first that names it. */
export type MatchedAccount<A> = { account: A; by: MatchedField[]; tent: Tent | undefined }

/** The accounts that a tent names, and in which fields. `tents`: all of them, in order. */
export function accountsOf<A extends { netID: string }>(
  tent: Tent,
  tents: readonly Tent[],
  accounts: readonly A[],
  areProven: boolean,
): MatchedAccount<A>[] {
  const named = new Set(netIDsMatching(tent, areProven))
  const find = tentFinder(tents, areProven)
  return accounts
    .filter(({ netID }) => named.has(netID))
    .map((account) => ({
      account,
      by: fieldsMatching(tent, account.netID, areProven),
      tent: find(account.netID),
    }))
}
