import { can, type Roles } from '../access.ts'
import type { NetIDProof } from './contract.ts'

/** Does the netID of an account count as its person's? Where netIDs are proven, once it is confirmed. */
export function hasProven(proof: NetIDProof, { isConfirmed }: { isConfirmed: boolean }): boolean {
  return proof === 'off' || isConfirmed
}

/**
 * Does this person still have to prove their netID? Until then they see every tent as visitors do,
 * their own too. People with a role see what the role allows.
 */
export function isUnproven(proof: NetIDProof, person: Roles & { isConfirmed: boolean }): boolean {
  return !hasProven(proof, person) && !can(person, 'lineMonitor')
}
