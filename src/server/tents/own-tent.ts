import type { User } from '../../shared/accounts/contract.ts'
import { isUnproven } from '../../shared/accounts/proof.ts'
import { type Matchable, netIDsMatching, tentFinder, tokensOf } from '../../shared/tents/match.ts'
import type { Config } from '../config.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * Returns a function that gives a person's own tent; undefined: they have none, or still have to prove
 * their netID. `tents`: sorted by `compareTents`.
 */
export function ownTentFinder<T extends Matchable>(
  { confirmNetIDs }: Pick<Config, 'confirmNetIDs'>,
  tents: readonly T[],
): (user: User) => T | undefined {
  const find = tentFinder(tents, confirmNetIDs !== 'off')
  return (user) => (isUnproven(confirmNetIDs, user) ? undefined : find(user.netID))
}

/**
 * The netIDs, in lower case, whose people are told of a tent's Misses, may dispute them and read its
 * record, whichever tent is their own: where netIDs are proven all that match it, otherwise those in
 * its `netIDs`, because a name that looks like a netID is not enough to act for a tent.
 */
export function netIDsOfMembers(
  { confirmNetIDs }: Pick<Config, 'confirmNetIDs'>,
  tent: Matchable,
): string[] {
  if (confirmNetIDs !== 'off') return netIDsMatching(tent, true)
  return tokensOf(tent.netIDs).map((token) => token.toLowerCase())
}

/** 403 `notConfirmed` for a person who still has to prove their netID. */
export function requireProof({ confirmNetIDs }: Pick<Config, 'confirmNetIDs'>, user: User): void {
  if (isUnproven(confirmNetIDs, user)) throw new Refusal('notConfirmed')
}
