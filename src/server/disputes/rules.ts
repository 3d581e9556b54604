import type { User } from '../../shared/accounts/contract.ts'
import { isUnproven } from '../../shared/accounts/proof.ts'
import { disputableUntil } from '../../shared/disputes/until.ts'
import type { RefusalCode } from '../../shared/refusals.ts'
import type { SeasonRules } from '../../shared/season/contract.ts'
import { type Matchable, tentsFinder } from '../../shared/tents/match.ts'
import { type CheckState, outcomeOf } from '../tent-check/ledger/check-state.ts'
import { netIDsOfMembers, type Proof } from '../tents/own-tent.ts'

/** The tents whose Misses this person may dispute: all that they are a member of, in their order. */
export function tentsToSpeakFor<T extends Matchable>(
  config: Proof,
  tents: readonly T[],
  user: User,
): readonly T[] {
  if (isUnproven(config.confirmNetIDs, user)) return []
  return tentsFinder(tents, (tent) => netIDsOfMembers(config, tent))(user.netID)
}

/**
 * The ids of the tents whose records and disputes this person reads: all whose Misses they may
 * dispute, and their own tent, which may be another one if it matches them only by a name.
 */
export function tentsToRead<T extends Matchable & { id: string }>(
  config: Proof,
  tents: readonly T[],
  user: User,
  ownTent: T | undefined,
): Set<string> {
  const theirs = [ownTent, ...tentsToSpeakFor(config, tents, user)]
  return new Set(theirs.flatMap((tent) => tent?.id ?? []))
}

/** Those of these tents, by their ids in the check, that have a Miss in it which may be disputed. */
export function standingMisses(check: CheckState, tentIds: readonly string[]): string[] {
  // Closing a season removes all texts about its checks, so no new text may be added after that.
  if (check.ending === null || check.isSeasonClosed) return []
  return tentIds.filter((id) => outcomeOf(check, id) === 'miss')
}

/**
 * Why none of these standing Misses of a check can be disputed now; null: they can. `rules`: those in
 * force at the check's start.
 */
export function whyNotDisputed(
  { ending }: CheckState,
  missed: readonly string[],
  rules: Pick<SeasonRules, 'disputeHours'>,
  now: Date,
): RefusalCode | null {
  if (ending === null || missed.length === 0) return 'nothingToDispute'
  return now.getTime() > disputableUntil(ending.at, rules) ? 'tooLate' : null
}
