import { can } from '../../shared/access.ts'
import type { User } from '../../shared/accounts/contract.ts'
import { hasProven } from '../../shared/accounts/proof.ts'
import type { ActsAs } from '../../shared/shifts/tent-shifts.ts'
import type { WholeTent } from '../../shared/tents/contract.ts'
import { tentFinder } from '../../shared/tents/match.ts'
import type { Config } from '../config.ts'
import { Refusal } from '../http/refusal.ts'
import { captainOf } from '../tents/captain-of.ts'
import type { MatchableTent } from '../tents/store.ts'

type Proof = Pick<Config, 'confirmNetIDs'>
export type Person = Pick<User, 'netID' | 'isConfirmed'>

/** A member's row in a tent's planning. */
export type LinkedMember = { memberId: string; netID: string | null; isDeputy: boolean }

/**
 * Is a tent the person's own? Confirmed where netIDs are proven, as for captains. `tents` in order.
 */
export function membershipIn({ confirmNetIDs }: Proof, tents: readonly MatchableTent[]) {
  const find = tentFinder(tents, confirmNetIDs !== 'off')
  return (person: Person, { id }: Pick<WholeTent, 'id'>): boolean =>
    hasProven(confirmNetIDs, person) && find(person.netID)?.id === id
}

/**
 * What this person is to the tent; null: nothing, also for line monitors. `own`: their row in the
 * tent's planning, if it is on the roster. A deputy whose row left the roster, or who is no member
 * any more, has no rights. `readTents` is called only when needed.
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
  // A super user of the tent itself counts as a helper, which the log shows.
  if (isHelper && own?.isDeputy !== true) return 'superUser'
  if (membershipIn(config, await readTents())(user, tent)) {
    return own?.isDeputy === true ? 'deputy' : 'member'
  }
  return isHelper ? 'superUser' : null
}

/** A captain's deputies end with the captain. `deputyBy` null: nobody's in particular. */
export function isDeputyStill(
  isCaptain: (person: Person) => boolean,
  { isDeputy, deputyBy }: { isDeputy: boolean; deputyBy: Person | null },
): boolean {
  return isDeputy && (deputyBy === null || isCaptain(deputyBy))
}

export function requirePlanner(as: ActsAs): void {
  if (as === 'member') throw new Refusal('needsPlanner')
}
