import { hasInvisible } from '../invisible.ts'
import type { RefusalCode } from '../refusals.ts'
import type { User } from './contract.ts'

/** A valid registration: all trimmed, the netID in lower case. */
export type Registration = {
  netID: string
  email: string
  firstName: string
  lastName: string
  password: string
}

/** Upper and lower case never matter in netIDs. */
export function normalNetID(netID: string): string {
  return netID.trim().toLowerCase()
}

/** What is wrong with a registration, by field. */
export type RegistrationProblems = Partial<Record<keyof Registration, RefusalCode>>

/** The problems of a registration that can be seen by itself. Specification 5. */
export function registrationProblems(given: Registration): RegistrationProblems {
  const found = {
    netID: isNetID(given.netID.trim()) ? null : ('netIDInvalid' as const),
    firstName: isName(given.firstName.trim()) ? null : ('nameInvalid' as const),
    lastName: isName(given.lastName.trim()) ? null : ('nameInvalid' as const),
    email: checkEmail(given.email.trim()),
    password: checkPassword(given.password),
  }
  const problems = Object.entries(found).flatMap(([name, code]) =>
    code === null ? [] : [[name, code] as const],
  )
  return Object.fromEntries(problems)
}

/** As it is stored. Its problems are looked for before, in what was given. */
export function cleanRegistration(given: Registration): Registration {
  return {
    netID: normalNetID(given.netID),
    email: given.email.trim(),
    firstName: given.firstName.trim(),
    lastName: given.lastName.trim(),
    password: given.password,
  }
}

/** First and last name; the campus gives only a first name for some people. */
export function fullName({ firstName, lastName }: Pick<Registration, 'firstName' | 'lastName'>) {
  return `${firstName} ${lastName}`.trim()
}

/**
 * A first name as members of a tent are shown it: '' where it is the netID of somebody else, of whom
 * the campus sent no name.
 */
export function firstNameFor(
  reader: string | null,
  { netID, firstName }: Pick<User, 'netID' | 'firstName'>,
): string {
  return firstName === netID && netID !== reader ? '' : firstName
}

/** Call it before lower-casing, which turns the Kelvin sign, for example, into a plain k. */
export function isNetID(text: string): boolean {
  return /^[A-Za-z0-9]{1,32}$/.test(text)
}

export function checkEmail(email: string): RefusalCode | null {
  const isEmail =
    email.length <= 254 && /^[^\s@,;<>()"]+@[^\s@.,;<>()"]+(\.[^\s@.,;<>()"]+)+$/.test(email)
  return isEmail && !hasInvisible(email) ? null : 'emailInvalid'
}

export function checkPassword(password: string): RefusalCode | null {
  const length = [...password].length
  return length >= 8 && length <= 128 ? null : 'passwordInvalid'
}

/** 1 to 100 characters of any script, counted as a person would. */
export function isName(name: string): boolean {
  const length = [...name].length
  const showsSomething = /[^\p{Join_Control}\p{Variation_Selector}]/u.test(name)
  return length <= 100 && showsSomething && !hasInvisible(name)
}
