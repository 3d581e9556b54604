import type { User } from '../../shared/accounts/contract.ts'
import { hasProven, isUnproven } from '../../shared/accounts/proof.ts'
import type { WholeTent } from '../../shared/tents/contract.ts'
import {
  type Matchable,
  mayName,
  netIDsMatching,
  tentFinder,
  tentsFinder,
  tokensOf,
} from '../../shared/tents/match.ts'
import type { Config } from '../config.ts'
import { Refusal } from '../http/refusal.ts'
import type { MatchableTent } from './store.ts'

export type Proof = Pick<Config, 'confirmNetIDs'>

type Person = Pick<User, 'netID' | 'isConfirmed'>

export function areProven({ confirmNetIDs }: Proof): boolean {
  return confirmNetIDs !== 'off'
}

/**
 * Returns a function that gives a person's own tent; undefined: they have none, or still have to prove
 * their netID. `tents`: sorted by `compareTents`.
 */
export function ownTentFinder<T extends Matchable>(
  config: Proof,
  tents: readonly T[],
): (user: User) => T | undefined {
  const find = tentFinder(tents, areProven(config))
  return (user) => (isUnproven(config.confirmNetIDs, user) ? undefined : find(user.netID))
}

/**
 * Is a person a member of a tent, to act in it: is it their own, or one to which they belong by netID?
 * Confirmed where netIDs are proven, as for captains: a role allows to see a tent, and makes nobody
 * its member. `tents` in order.
 */
export function membershipIn(config: Proof, tents: readonly MatchableTent[]) {
  const findOwn = tentFinder(tents, areProven(config))
  const findAll = memberTentsFinder(config, tents)
  return (person: Person, { id }: Pick<WholeTent, 'id'>): boolean =>
    (hasProven(config.confirmNetIDs, person) && findOwn(person.netID)?.id === id) ||
    findAll(person).some((tent) => tent.id === id)
}

/**
 * As `membershipIn`, for these few netIDs alone: to take every tent apart takes longer than to see that
 * it names none of them.
 */
export function membershipAmong(
  config: Proof,
  tents: readonly MatchableTent[],
  netIDs: readonly string[],
) {
  return membershipIn(
    config,
    tents.filter((tent) => mayName(tent, netIDs)),
  )
}

/**
 * Finds the tents of whose Misses a person is told and which they may dispute, in the order of `tents`:
 * all that they belong to by netID, whichever is their own.
 */
export function memberTentsFinder<T extends Matchable>(
  config: Proof,
  tents: readonly T[],
): (person: Person) => readonly T[] {
  const find = tentsFinder(tents, (tent) => netIDsOfMembers(config, tent))
  return (person) => (hasProven(config.confirmNetIDs, person) ? find(person.netID) : [])
}

/**
 * The netIDs of a tent's members, in lower case: where netIDs are proven all that match the tent,
 * otherwise those in its `netIDs`, because a name that looks like a netID is not enough to act for a tent.
 */
export function netIDsOfMembers(config: Proof, tent: Matchable): string[] {
  if (areProven(config)) return netIDsMatching(tent, true)
  return tokensOf(tent.netIDs).map((token) => token.toLowerCase())
}

/** 403 `notConfirmed` for a person who still has to prove their netID. */
export function requireProof({ confirmNetIDs }: Proof, user: User): void {
  if (isUnproven(confirmNetIDs, user)) throw new Refusal('notConfirmed')
}
