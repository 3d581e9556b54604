import type { User } from '../../shared/accounts/contract.ts'
import { disputableUntil } from '../../shared/disputes/until.ts'
import type { RefusalCode } from '../../shared/refusals.ts'
import type { SeasonRules } from '../../shared/season/contract.ts'
import type { WholeTent } from '../../shared/tents/contract.ts'
import { namesNetID } from '../../shared/tents/match.ts'
import type { Config } from '../config.ts'
import { type CheckState, outcomeOf } from '../tent-check/ledger/check-state.ts'
import { ownTentFinder } from '../tents/own-tent.ts'

/**
 * The tent whose Misses this person may dispute. Where netIDs are proven, their own tent; otherwise
 * the first in order that lists the netID in `netIDs`, because a name that looks like a netID is
 * not enough to act for a tent.
 */
export function tentToSpeakFor(
  config: Pick<Config, 'confirmNetIDs'>,
  tents: readonly WholeTent[],
  user: User,
): WholeTent | undefined {
  if (config.confirmNetIDs !== 'off') return ownTentFinder(config, tents)(user)
  return tents.find((tent) => namesNetID(tent.netIDs, user.netID))
}

/**
 * Why this tent's Miss in this check cannot be disputed now; null: it can. `tentId`: the id in the
 * check, null if the tent was not in it. `rules`: those in force at the check's start.
 */
export function whyNotDisputed(
  check: CheckState,
  tentId: string | null,
  rules: Pick<SeasonRules, 'disputeHours'>,
  now: Date,
): RefusalCode | null {
  if (tentId === null || check.ending === null) return 'nothingToDispute'
  // Nobody may write of it again: closing the season removed all words about its checks.
  if (check.isSeasonClosed) return 'nothingToDispute'
  if (outcomeOf(check, tentId) !== 'miss') return 'nothingToDispute'
  return now.getTime() > disputableUntil(check.ending.at, rules) ? 'tooLate' : null
}
