import type { User } from '../../shared/accounts/contract.ts'
import { hasProven } from '../../shared/accounts/proof.ts'
import type { WholeTent } from '../../shared/tents/contract.ts'
import { netIDsOfCaptain } from '../../shared/tents/match.ts'
import type { Proof } from './own-tent.ts'

type Person = Pick<User, 'netID' | 'isConfirmed'>

/**
 * Is this person the tent's captain? Their netID must be in its `captain` column, confirmed where
 * netIDs are proven; a role does not replace that. Nothing else decides this.
 */
export function captainOf({ confirmNetIDs }: Proof, tent: Pick<WholeTent, 'captain' | 'netIDs'>) {
  const netIDs = netIDsOfCaptain(tent)
  return (person: Person): boolean =>
    hasProven(confirmNetIDs, person) && netIDs.includes(person.netID)
}
