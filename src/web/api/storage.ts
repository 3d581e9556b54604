/*
 * Everything that a browser keeps on the device, by its key in local storage. No other file names
 * a key. Beside it there are the cookie of the session, which no script sees, and the frame of the
 * app in the service worker's cache, which holds nothing of anyone.
 *
 * A number in a key is the version of what it holds: what an older page wrote in another shape is
 * not read. Keys that end in a dot stand before a part of their own for each person or mark.
 */

/** The session token. Specification 3. Goes at sign-out. */
export const tokenKey = 'token'

/** Light or dark, unless it follows the device. Stays. */
export const themeKey = 'tent-city.theme'

/** How many checkers, and the page one works on. Specification 9. Stays. */
export const choicesKey = 'tent-city.tent-check.1'

/** Who was signed in last, shown by a start without a network. Goes at sign-out. */
export const personKey = 'tent-city.person'

/** Whose notifications this browser takes. Stays until they are turned off or somebody else turns on theirs. */
export const pushesKey = 'tent-city.pushes'

/** Somebody does not want to see the steps of setting up a season here. Stays. */
export const setUpHiddenKey = 'tent-city.set-up-hidden'

const checkPrefix = 'tent-city.check.'
const workPrefix = 'tent-city.work.'
const undoPrefix = 'tent-city.undo.'

/** A check as this person last saw it. Goes when it is over, and at sign-out. */
export function checkKey(netID: string): string {
  return `${checkPrefix}2.${netID}`
}

/** Who is chosen in a check, and which exclusions are not sent yet. Goes at sign-out. */
export function workKey(netID: string): string {
  return `${workPrefix}3.${netID}`
}

/**
 * The marks of one person, each under this and its markId. A mark goes when the server has it, or
 * its monitor has read why it was refused: it stays over a sign-out.
 */
export function markKeyPrefix(netID: string): string {
  return `tent-city.mark.${netID}.`
}

/** Marks of this person to be taken back once the server can be asked. Goes at sign-out. */
export function undoKey(netID: string): string {
  return `${undoPrefix}${netID}`
}

/** Nobody is signed in here any more: nothing of what anyone was shown of a check stays. */
export function forgetSeen(): void {
  for (const key of storedKeys()) {
    if ([checkPrefix, workPrefix, undoPrefix].some((prefix) => key.startsWith(prefix))) {
      removeStored(key)
    }
  }
}

/**
 * Whether someone has something to lose by being signed out for want of a network: a check was on
 * when any tab last heard of it, or marks of theirs wait.
 */
export function hasSomethingToLose(netID: string): boolean {
  return readStored(checkKey(netID)) !== null || hasStored(markKeyPrefix(netID))
}

/** Local storage that a browser may have blocked or filled: then nothing is kept, nothing breaks. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The same as what it was written from, which is not looked into; null: nothing to be read. */
export function readStoredJson<T>(key: string): T | null {
  try {
    return JSON.parse(readStored(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Blocked or full: the value lives for this page only.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Blocked: there is nothing to remove.
  }
}

/** Whether anything is kept under a key that begins so. */
export function hasStored(prefix: string): boolean {
  return storedKeys().some((key) => key.startsWith(prefix))
}

export function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
