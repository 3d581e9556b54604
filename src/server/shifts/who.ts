import { can } from '../../shared/access.ts'
import type { User } from '../../shared/accounts/contract.ts'
import type { ActsAs } from '../../shared/shifts/tent-shifts.ts'
import type { WholeTent } from '../../shared/tents/contract.ts'
import { Refusal } from '../http/refusal.ts'
import { captainOf } from '../tents/captain-of.ts'
import { membershipIn, type Proof } from '../tents/own-tent.ts'
import type { MatchableTent } from '../tents/store.ts'

export type Person = Pick<User, 'netID' | 'isConfirmed'>

/** A member's row in a tent's planning. */
export type LinkedMember = { memberId: string; netID: string | null; isDeputy: boolean }

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
  // Also one of the tent itself, or its deputy, counts as a helper, which the log shows.
  if (can(user, 'superUser')) return 'superUser'
  if (!membershipIn(config, await readTents())(user, tent)) return null
  return own?.isDeputy === true ? 'deputy' : 'member'
}

/**
 * Is a deputy still one? One named by a captain only while that person is captain. `deputyBy` null:
 * not named by a captain.
 */
export function isDeputyStill(
  isCaptain: (person: Person) => boolean,
  { isDeputy, deputyBy }: { isDeputy: boolean; deputyBy: Person | null },
): boolean {
  return isDeputy && (deputyBy === null || isCaptain(deputyBy))
}

export function requirePlanner(as: ActsAs): void {
  if (as === 'member') throw new Refusal('needsPlanner')
}
