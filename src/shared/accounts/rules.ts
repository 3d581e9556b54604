import type { RefusalCode } from '../messages.ts'

/** What is kept of a registration: all trimmed, the netID in lower case. */
export type Registration = {
  netID: string
  email: string
  firstName: string
  lastName: string
  password: string
}

/** netIDs are alike in any case, everywhere. */
export function normalNetID(netID: string): string {
  return netID.trim().toLowerCase()
}

/** The cleaned registration, or the first thing about it that is refused. Specification 5. */
export function checkRegistration(given: Registration): Registration | RefusalCode {
  const registration = {
    netID: normalNetID(given.netID),
    email: given.email.trim(),
    firstName: given.firstName.trim(),
    lastName: given.lastName.trim(),
    password: given.password,
  }
  // Before it is put in lower case: there the Kelvin sign, for one, turns into a plain k.
  if (!/^[A-Za-z0-9]{1,32}$/.test(given.netID.trim())) return 'netIDInvalid'
  if (!isName(registration.firstName) || !isName(registration.lastName)) return 'nameInvalid'
  return checkEmail(registration.email) ?? checkPassword(registration.password) ?? registration
}

export function checkEmail(email: string): RefusalCode | null {
  const isEmail =
    email.length <= 254 && /^[^\s@,;<>()"]+@[^\s@.,;<>()"]+(\.[^\s@.,;<>()"]+)+$/.test(email)
  return isEmail && !hasInvisibleCharacters(email) ? null : 'emailInvalid'
}

export function checkPassword(password: string): RefusalCode | null {
  const length = [...password].length
  return length >= 8 && length <= 128 ? null : 'passwordInvalid'
}

/** 1 to 100 characters of any script, counted as a person would. */
function isName(name: string): boolean {
  const length = [...name].length
  const isOfJoinersAlone = name.replace(joiners, '') === ''
  return length <= 100 && !isOfJoinersAlone && !hasInvisibleCharacters(name)
}

/** Some scripts, and pictures of several parts, are written with them. */
const joiners = /[\u200c\u200d]/gu

/** Controls, and formats that can turn around what stands beside them; but for the joiners. */
function hasInvisibleCharacters(text: string): boolean {
  return /[\p{Cc}\p{Cf}]/u.test(text.replace(joiners, ''))
}
