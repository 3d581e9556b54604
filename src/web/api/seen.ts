import { hasStored, removeStored, storedKeys } from './storage.ts'

/** What a phone keeps of a check over a reload: its tents and people, and the work done in it. */
export const seenPrefixes = { check: 'tent-city.check.', work: 'tent-city.work.' }

/** The check as a person last saw it is kept under this key while it is on. */
export function checkKey(netID: string): string {
  // The version stands in the key: what an older version of this page wrote is not read.
  return `${seenPrefixes.check}2.${netID}`
}

/** Where the marks of one person wait on a phone: each under this and its markId. */
export function markKeyPrefix(netID: string): string {
  return `tent-city.mark.${netID}.`
}

/**
 * Whether someone has something to lose by being signed out for want of a network: a check was on
 * when any tab last heard of it, or marks of theirs wait.
 */
export function hasSomethingToLose(netID: string): boolean {
  return hasStored(checkKey(netID)) || hasStored(markKeyPrefix(netID))
}

/** Nobody is signed in here any more: nothing of what anyone was shown stays. */
export function forgetSeen(): void {
  const prefixes = Object.values(seenPrefixes)
  for (const key of storedKeys()) {
    if (prefixes.some((prefix) => key.startsWith(prefix))) removeStored(key)
  }
}
