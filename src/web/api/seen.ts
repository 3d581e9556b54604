import { removeStored, storedKeys } from './storage.ts'

/** What a phone keeps of a check over a reload: its tents and people, and the work done in it. */
export const seenPrefixes = { check: 'tent-city.check.', work: 'tent-city.work.' }

/** Nobody is signed in here any more: nothing of what anyone was shown stays. */
export function forgetSeen(): void {
  const prefixes = Object.values(seenPrefixes)
  for (const key of storedKeys()) {
    if (prefixes.some((prefix) => key.startsWith(prefix))) removeStored(key)
  }
}
