import type { User } from '../../shared/accounts/contract.ts'
import type { Matchable } from '../../shared/tents/match.ts'
import { memberTentsFinder, type Proof } from '../tents/own-tent.ts'

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
  const theirs = [ownTent, ...memberTentsFinder(config, tents)(user)]
  return new Set(theirs.flatMap((tent) => tent?.id ?? []))
}
