import { can, type Roles } from '../access.ts'

/**
 * How netIDs are proven: not at all; by a link that is mailed to the campus address of the netID; or
 * by a line monitor's word.
 */
export type NetIDProof = 'off' | 'mail' | 'approval'

/**
 * Is this person's netID still to be proven? Then they see every tent as visitors do, their own too.
 * Whoever holds a role sees what the role sees.
 */
export function isUnproven(proof: NetIDProof, person: Roles & { isConfirmed: boolean }): boolean {
  return proof !== 'off' && !person.isConfirmed && !can(person, 'lineMonitor')
}
