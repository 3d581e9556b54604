import type { User } from '../../shared/accounts/contract.ts'
import { isUnproven } from '../../shared/accounts/proof.ts'
import { type Matchable, tentFinder } from '../../shared/tents/match.ts'
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

/** 403 `notConfirmed` for a person who still has to prove their netID. */
export function requireProof({ confirmNetIDs }: Pick<Config, 'confirmNetIDs'>, user: User): void {
  if (isUnproven(confirmNetIDs, user)) throw new Refusal('notConfirmed')
}
