import type { User } from '../../shared/accounts/contract.ts'
import { checkEmail, isName, isNetID, normalNetID } from '../../shared/accounts/rules.ts'
import type { CampusProblem } from '../../shared/campus/problems.ts'

/** What the provider says of a person, as it came. */
export type Claims = Record<string, unknown>

/**
 * The netID that a claim holds; null: none. With `scopeDomain` it must end in `@` and that domain,
 * which is cut off: who has an address elsewhere is nobody here.
 */
export function netIDIn(claim: unknown, scopeDomain: string | null): string | null {
  if (typeof claim !== 'string') return null
  const end = scopeDomain === null ? '' : `@${scopeDomain}`
  if (!claim.toLowerCase().endsWith(end)) return null
  const netID = claim.slice(0, claim.length - end.length)
  return isNetID(netID) ? normalNetID(netID) : null
}

export type Person = Pick<User, 'netID' | 'firstName' | 'lastName' | 'email'>

/** What is taken of a person besides the netID. */
export const personClaims = ['given_name', 'family_name', 'email'] as const

/** Names and address as far as they are valid; without a first name the netID stands for it. */
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
 * Where an identity of the campus leads. `linked`: the account that it is known to be of. `isThere`:
 * is there an account of the netID that it says to have? `isOthers`: does another identity of the
 * campus lead to that? An account with a password is its owner's to link: whoever registered first
 * neither keeps nor loses it silently.
 */
export function leadOf(found: {
  linked: { isDisabled: boolean } | undefined
  isThere: boolean
  isOthers: boolean
}): 'session' | 'newAccount' | 'link' | CampusProblem {
  if (found.linked !== undefined) return found.linked.isDisabled ? 'accountDisabled' : 'session'
  if (!found.isThere) return 'newAccount'
  return found.isOthers ? 'campusRefused' : 'link'
}
