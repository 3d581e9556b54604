/*
 * Everything that a browser keeps on the device, by its key in local storage. No other file names
 * a key but `storage-of-tab.ts`, for what is of one tab alone. Beside it there are cookies that no
 * script sees, of the session, of each netID that signed in here by password, and of a way to the
 * campus; and the frame of the app in the service worker's cache, which holds nothing of anyone.
 *
 * A number in a key is the version of what it holds: what an older page wrote in another shape is
 * not read. Keys that end in a dot stand before a part of their own for each person, mark or undo.
 */

import {
  disputedKey,
  keepInTab,
  ownerKey,
  paintedKey,
  placesKey,
  readFromTab,
  writtenKey,
} from './storage-of-tab.ts'

/** The session token. Specification 3. Removed at sign-out. */
export const tokenKey = 'token'

/** Light or dark, if the person chose one. Stays. */
export const themeKey = 'tent-city.theme'

/** How many checkers, and one's own page. Specification 9. Stays. */
export const choicesKey = 'tent-city.tent-check.1'

/** Who was signed in last, for a start without a network. Removed at sign-out. */
export const personKey = 'tent-city.person'

/**
 * The person whose notifications this browser shows. Stays until they turn them off or somebody
 * else turns on theirs.
 */
export const pushesKey = 'tent-city.pushes'

/** The person has hidden the set-up steps of a season here. Stays. */
export const setUpHiddenKey = 'tent-city.set-up-hidden'

const checkPrefix = 'tent-city.check.'
const workPrefix = 'tent-city.work.'

/** A check as this person last saw it. Removed when it is over, and at sign-out. */
export function checkKey(netID: string): string {
  return `${checkPrefix}2.${netID}`
}

/** The ticked members of a check. Removed at sign-out. */
export function workKey(netID: string): string {
  return `${workPrefix}3.${netID}`
}

/**
 * A person's marks, each under this prefix and its markId. A mark is removed when the server has
 * it, or its monitor has read why it was refused; it survives a sign-out.
 */
export function markKeyPrefix(netID: string): string {
  return `tent-city.mark.${netID}.`
}

/** A person's exclusions in a check that are not sent yet; they survive a sign-out, as marks do. */
export function exclusionsKey(netID: string): string {
  return `tent-city.exclusions.1.${netID}`
}

/** A person's undos that are not sent yet, each under this prefix and its undoId, as marks are. */
export function undoKeyPrefix(netID: string): string {
  return `tent-city.undo.${netID}.`
}

/** Removes where a person was in this tab and what they painted and wrote there. */
function forgetTab(): void {
  const keys = [ownerKey, placesKey, paintedKey, writtenKey, disputedKey]
  for (const key of keys) keepInTab(key, null)
}

/**
 * Removes everything that anyone was shown of a check, and where they were in this tab: when nobody is
 * signed in any more. With `keepsTexts`, what they painted and wrote in this tab stays for their next
 * sign-in: `takeTab` removes it for anyone else.
 */
export function forgetSeen({ keepsTexts = false } = {}): void {
  // Without an owner nobody could tell whose texts they are.
  if (keepsTexts && readFromTab(ownerKey) !== null) keepInTab(placesKey, null)
  else forgetTab()
  for (const key of storedKeys()) {
    if ([checkPrefix, workPrefix].some((prefix) => key.startsWith(prefix))) removeStored(key)
  }
}

/** The screens of this person must not find what another one left in this tab. */
export function takeTab(netID: string): void {
  // The tab remembers whose it is: it may be loaded again after another tab signed somebody else in.
  const owner = readFromTab<string>(ownerKey)
  if (owner === netID) return
  // Without an owner, it is a tab of a version that named none, and its person's still.
  if (owner !== null) forgetTab()
  keepInTab(ownerKey, netID)
}

/**
 * Would this person lose something by being signed out without an answer from the server? That is
 * so if a check was on when any tab last heard of it, or if marks, undos or exclusions of theirs wait.
 */
export function hasSomethingToLose(netID: string): boolean {
  return readStored(checkKey(netID)) !== null || hasUnsent(netID)
}

/** How long another tab has to send its own marks before this one sends them too. */
export const otherTabMs = 5000

/** Are marks, undos or exclusions of this person stored here? */
export function hasUnsent(netID: string): boolean {
  const ofEach = [markKeyPrefix(netID), undoKeyPrefix(netID)]
  return hasUnsentExclusions(netID) || ofEach.some(hasStored)
}

export function hasUnsentExclusions(netID: string): boolean {
  return readStored(exclusionsKey(netID)) !== null
}

/**
 * Reads local storage, which a browser may have blocked or filled: then nothing is stored, and
 * nothing fails.
 */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The parsed value, whose form is not checked; null: missing or invalid. */
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
    // Blocked or full: the value lives as long as this page.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Blocked: there is nothing to remove.
  }
}

/** Is anything stored under a key with this prefix? */
function hasStored(prefix: string): boolean {
  return storedKeys().some((key) => key.startsWith(prefix))
}

export function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
