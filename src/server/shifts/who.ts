import { can } from '../../shared/access.ts'
import type { User } from '../../shared/accounts/contract.ts'
import type { WholeTent } from '../../shared/tents/contract.ts'
import { namesNetID, tentFinder } from '../../shared/tents/match.ts'
import type { Config } from '../config.ts'
import { Refusal } from '../http/refusal.ts'
import { ownTentFinder } from '../tents/own-tent.ts'
import type { MatchableTent } from '../tents/store.ts'

type Proof = Pick<Config, 'confirmNetIDs'>
type Person = Pick<User, 'netID' | 'isConfirmed'>

/** What somebody is to a tent's planning: the captain, a deputy of theirs, a helper or a member. */
export type PlansAs = 'captain' | 'deputy' | 'superUser'
export type ActsAs = PlansAs | 'member'

/** A member's row as the planning of their tent knows it. */
export type LinkedMember = { memberId: string; netID: string | null; isDeputy: boolean }

/**
 * Is somebody this tent's captain? Whose netID stands in its `captain` column, confirmed where netIDs
 * are proven: a role does not make up for that. The one place that says so.
 */
export function captainOf({ confirmNetIDs }: Proof, { captain }: Pick<WholeTent, 'captain'>) {
  return ({ netID, isConfirmed }: Person): boolean =>
    (confirmNetIDs === 'off' || isConfirmed) && namesNetID(captain, netID)
}

/**
 * Is this tent somebody's own? Confirmed where netIDs are proven, as with its captain. `tents` in
 * order.
 */
export function memberOf(
  { confirmNetIDs }: Proof,
  tents: readonly MatchableTent[],
  { id }: Pick<WholeTent, 'id'>,
) {
  const areProven = confirmNetIDs !== 'off'
  const find = tentFinder(tents, areProven)
  return ({ netID, isConfirmed }: Person): boolean =>
    (!areProven || isConfirmed) && find(netID)?.id === id
}

/**
 * What this person is to the tent; null: nothing, line monitors too. `own`: their row of the tent's
 * people, if it is on the roster. A deputy whose row left the roster, or who is no member any more, is
 * none. `readTents` is asked only where the tent of its own says too little.
 */
export async function actsAs(
  config: Proof,
  readTents: () => Promise<readonly MatchableTent[]>,
  tent: WholeTent,
  user: User,
  own: LinkedMember | undefined,
): Promise<ActsAs | null> {
  if (captainOf(config, tent)(user)) return 'captain'
  const isHelper = can(user, 'superUser')
  // One of the tent who is a super user helps as such, which its log shows.
  if (isHelper && own?.isDeputy !== true) return 'superUser'
  const isProven = config.confirmNetIDs === 'off' || user.isConfirmed
  if (isProven && ownTentFinder(config, await readTents())(user)?.id === tent.id) {
    return own?.isDeputy === true ? 'deputy' : 'member'
  }
  return isHelper ? 'superUser' : null
}

export function requirePlanner(as: ActsAs): PlansAs {
  if (as === 'member') throw new Refusal('needsPlanner')
  return as
}
