import type { User } from '../../shared/accounts/contract.ts'
import { hasProven } from '../../shared/accounts/proof.ts'
import type { WholeTent } from '../../shared/tents/contract.ts'
import { netIDsOfCaptain } from '../../shared/tents/match.ts'
import type { Proof } from './own-tent.ts'

type Captained = Pick<WholeTent, 'captain' | 'netIDs'>
type Person = Pick<User, 'netID' | 'isConfirmed'>

/**
 * Is this person the tent's captain? Their netID must be in its `captain` column, confirmed where
 * netIDs are proven; a role does not replace that. Nothing else decides this.
 */
export function captainOf({ confirmNetIDs }: Proof, tent: Captained) {
  const netIDs = netIDsOfCaptain(tent)
  return (person: Person): boolean =>
    hasProven(confirmNetIDs, person) && netIDs.includes(person.netID)
}

/** Finds all tents that a person is captain of, whichever is their own. */
export function captainedTentsFinder<T extends Captained>(config: Proof, tents: readonly T[]) {
  const captains = tents.map((tent) => ({ tent, isCaptain: captainOf(config, tent) }))
  return (person: Person): T[] =>
    captains.filter(({ isCaptain }) => isCaptain(person)).map(({ tent }) => tent)
}
