import type { User } from '../../shared/accounts/contract.ts'
import type { WholeTent } from '../../shared/tents/contract.ts'
import { netIDsOfCaptain } from '../../shared/tents/match.ts'
import type { Config } from '../config.ts'

type Proof = Pick<Config, 'confirmNetIDs'>
type Person = Pick<User, 'netID' | 'isConfirmed'>

/**
 * Is this person the tent's captain? Their netID must be in its `captain` column, confirmed where
 * netIDs are proven; a role does not replace that. Nothing else decides this.
 */
export function captainOf(proof: Proof, { captain }: Pick<WholeTent, 'captain'>) {
  return (person: Person): boolean =>
    mayBeCaptain(proof, person) && netIDsOfCaptain(captain).includes(person.netID)
}

/** The same for many tents at once: the ids of those whose captain a person is. */
export function captainFinder(proof: Proof, tents: readonly Pick<WholeTent, 'id' | 'captain'>[]) {
  const byNetID = new Map<string, Set<string>>()
  for (const { id, captain } of tents) {
    for (const netID of netIDsOfCaptain(captain)) {
      byNetID.set(netID, (byNetID.get(netID) ?? new Set()).add(id))
    }
  }
  const none: ReadonlySet<string> = new Set()
  return (person: Person): ReadonlySet<string> =>
    (mayBeCaptain(proof, person) && byNetID.get(person.netID)) || none
}

function mayBeCaptain({ confirmNetIDs }: Proof, { isConfirmed }: Person): boolean {
  return confirmNetIDs === 'off' || isConfirmed
}
