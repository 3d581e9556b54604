import { hourMs, minuteMs, secondMs } from '../../shared/durations.ts'
import type { RefusalCode } from '../../shared/refusals.ts'
import { sha256 } from '../context.ts'

/**
 * At most so many attempts in a window. Attempts over the limit are slowed down to one in
 * `slowedToMs`, or, if that is null, refused until the window is over. `code`: by which they are
 * refused, `tooManyAttempts` where it is left out.
 */
export type Limit = {
  key: string
  most: number
  windowMs: number
  slowedToMs: number | null
  code?: RefusalCode
}

/** The longest that an attempt is slowed; our browser app gives up after 30 seconds. */
export const heldForAtMostMs = 25 * secondMs
/** Divides the wait of those who have not failed yet, where a netID is slowed. */
export const fasterAtFirst = 5

/** Of one netID from one place: `from` is an address, a known device, or a session. */
export function signInLimit(netID: string, from: string): Limit {
  const key = keyOf('sign-in', netID, from)
  return { key, most: 10, windowMs: 15 * minuteMs, slowedToMs: 10 * secondMs }
}

/** Of one netID, from all addresses together. */
export function netIDLimit(netID: string): Limit {
  return {
    key: keyOf('sign-in', netID),
    most: 100,
    windowMs: 15 * minuteMs,
    slowedToMs: secondMs,
  }
}

/** Of one address; a whole campus may share it. */
export function registrationLimit(address: string): Limit {
  const key = keyOf('register', address)
  return { key, most: 300, windowMs: hourMs, slowedToMs: 2 * secondMs, code: 'tooManyHere' }
}

/** Ways back from the campus that sign nobody in, of one address; a whole campus may share it. */
export function campusLimit(address: string): Limit {
  return { key: keyOf('campus', address), most: 3000, windowMs: hourMs, slowedToMs: secondMs }
}

/** Of one person. */
export function changeLimit(what: 'email' | 'password' | 'stranger', netID: string): Limit {
  return { key: keyOf('change', what, netID), most: 20, windowMs: hourMs, slowedToMs: null }
}

/** Changes of a tent's shifts, by one person: who paints and drags all evening stays below it. */
export function shiftsLimit(netID: string): Limit {
  return { key: keyOf('shifts', netID), most: 600, windowMs: hourMs, slowedToMs: null }
}

/** Files of times that one person has read: each may take the only reader for seconds. */
export function readingsLimit(netID: string): Limit {
  return { key: keyOf('readings', netID), most: 60, windowMs: hourMs, slowedToMs: null }
}

/** Links that confirm an address, sent to it, whoever asks for them. */
export function recipientLimit(email: string): Limit {
  const key = keyOf('mailed to', mailboxOf(email))
  return { key, most: 20, windowMs: hourMs, slowedToMs: null, code: 'tooManyLinks' }
}

/** As `recipientLimit`, for one person, who alone must not use up an address's limit. */
export function mailedLimit(netID: string, email: string): Limit {
  const key = keyOf('mailed to', mailboxOf(email), netID)
  return { key, most: 5, windowMs: hourMs, slowedToMs: null, code: 'tooManyLinks' }
}

/** Many mail servers bring `ann+anything@…` to `ann@…`. */
function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/\+.*@/, '@')
}

/** Links that confirm a netID, for one person. */
export function confirmationLimit(netID: string): Limit {
  return { key: keyOf('confirm', netID), most: 3, windowMs: hourMs, slowedToMs: null }
}

/**
 * As `confirmationLimit`, but from one address, for all netIDs: as many as it may register, for it may
 * register netIDs of strangers.
 */
export function confirmationsLimit(address: string): Limit {
  const key = keyOf('confirm from', address)
  return { key, most: 300, windowMs: hourMs, slowedToMs: 2 * secondMs, code: 'tooManyHere' }
}

/** Of one address; a whole campus may share it. */
export function forgottenLimit(address: string): Limit {
  const key = keyOf('forgotten', address)
  return { key, most: 30, windowMs: hourMs, slowedToMs: 2 * secondMs, code: 'tooManyHere' }
}

/** Links to a new password, for one netID, from all addresses together. */
export function resetLinkLimit(netID: string): Limit {
  return { key: keyOf('forgotten of', netID), most: 5, windowMs: hourMs, slowedToMs: null }
}

/** As `resetLinkLimit`, for all accounts of one mailbox whose addresses have a `+`. */
export function resetMailboxLimit(email: string): Limit {
  const key = keyOf('forgotten to', mailboxOf(email))
  return { key, most: 60, windowMs: hourMs, slowedToMs: null }
}

/**
 * A hash, because a typed netID may be too long for a key of the database. Of JSON, so that a netID
 * like `ann 10.0.0.1` has another key than `ann` from that address.
 */
export function keyOf(...parts: string[]): string {
  return sha256(JSON.stringify(parts))
}
