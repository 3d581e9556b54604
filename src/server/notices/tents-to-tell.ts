import { hasProven } from '../../shared/accounts/proof.ts'
import { type Matchable, tentsFinder } from '../../shared/tents/match.ts'
import { netIDsOfMembers, type Proof } from '../tents/own-tent.ts'

type Person = { netID: string; isConfirmed: boolean }

/**
 * Finds the tents whose notices a person may get, in the order of `tents`: all that they belong to by
 * netID, confirmed where netIDs are proven. Nothing else decides who may get a tent's notices.
 */
export function tentsToTellOf<T extends Matchable>(
  config: Proof,
  tents: readonly T[],
): (person: Person) => readonly T[] {
  const find = tentsFinder(tents, (tent) => netIDsOfMembers(config, tent))
  return (person) => (hasProven(config.confirmNetIDs, person) ? find(person.netID) : [])
}
