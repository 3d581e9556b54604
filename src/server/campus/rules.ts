import type { User } from '../../shared/accounts/contract.ts'
import { checkEmail, isName, isNetID, normalNetID } from '../../shared/accounts/rules.ts'
import type { CampusProblem } from '../../shared/campus/problems.ts'
import { minuteMs } from '../../shared/durations.ts'

/** What the provider says about a person, unchecked. */
export type Claims = Record<string, unknown>

/**
 * The netID in a claim; null: none. With `scopeDomain`, the claim must end in `@` and that domain,
 * which is removed: addresses elsewhere are refused.
 */
export function netIDIn(claim: unknown, scopeDomain: string | null): string | null {
  if (typeof claim !== 'string') return null
  const end = scopeDomain === null ? '' : `@${scopeDomain}`
  if (!claim.toLowerCase().endsWith(end)) return null
  const netID = claim.slice(0, claim.length - end.length)
  return isNetID(netID) ? normalNetID(netID) : null
}

/** How long the ticket is good by which a person links their account. */
export const ticketLastsMs = 15 * minuteMs

export type Person = Pick<User, 'netID' | 'firstName' | 'lastName' | 'email'>

/** The claims that are used besides the netID. */
export const personClaims = ['given_name', 'family_name', 'email'] as const

/** The valid names and address; a missing first name becomes the netID. */
export function personIn(claims: Claims, netID: string): Person {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name].trim() : '')
  const [firstName = '', lastName = '', email = ''] = personClaims.map(text)
  return {
    netID,
    firstName: isName(firstName) ? firstName : netID,
    lastName: isName(lastName) ? lastName : '',
    email: checkEmail(email) === null ? email : '',
  }
}

/**
 * What to do with a campus identity. `linked`: the account linked to it. `isThere`: does an account
 * with its netID exist? `isOthers`: is that account linked to another identity of the same provider?
 * An account with a password must be linked by its owner with the password: whoever registered first
 * does not silently keep it, nor lose it.
 */
export function nextStepOf(found: {
  linked: { isDisabled: boolean } | undefined
  isThere: boolean
  isOthers: boolean
}): 'session' | 'newAccount' | 'link' | CampusProblem {
  if (found.linked !== undefined) return found.linked.isDisabled ? 'accountDisabled' : 'session'
  if (!found.isThere) return 'newAccount'
  return found.isOthers ? 'campusRefused' : 'link'
}
