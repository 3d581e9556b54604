import type { User } from '../../shared/accounts/contract.ts'
import { isUnproven } from '../../shared/accounts/proof.ts'
import { type Matchable, tentsFinder } from '../../shared/tents/match.ts'
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
