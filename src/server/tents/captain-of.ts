import type { User } from '../../shared/accounts/contract.ts'
import { hasProven } from '../../shared/accounts/proof.ts'
import type { WholeTent } from '../../shared/tents/contract.ts'
import { netIDsOfCaptain, tentsFinder } from '../../shared/tents/match.ts'
import type { Config } from '../config.ts'

type Proof = Pick<Config, 'confirmNetIDs'>
type Person = Pick<User, 'netID' | 'isConfirmed'>

/**
 * Is this person the tent's captain? Their netID must be in its `captain` column, confirmed where
 * netIDs are proven; a role does not replace that. Nothing else decides this.
 */
export function captainOf({ confirmNetIDs }: Proof, { captain }: Pick<WholeTent, 'captain'>) {
  return (person: Person): boolean =>
    hasProven(confirmNetIDs, person) && netIDsOfCaptain(captain).includes(person.netID)
}

/** The same for many tents at once: those whose captain a person is. */
export function captainFinder<T extends Pick<WholeTent, 'captain'>>(
  { confirmNetIDs }: Proof,
  tents: readonly T[],
) {
  const find = tentsFinder(tents, ({ captain }) => netIDsOfCaptain(captain))
  return (person: Person): readonly T[] =>
    hasProven(confirmNetIDs, person) ? find(person.netID) : []
}
