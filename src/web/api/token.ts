import { readStored, removeStored, writeStored } from './storage.ts'

/** Specification 3: the session token lives in local storage under this key. */
export const tokenKey = 'token'

// Where storage is blocked, a person stays signed in until the page is closed.
let kept: string | null = null

export function getToken(): string | null {
  return readStored(tokenKey) ?? kept
}

export function setToken(token: string): void {
  kept = null
  writeStored(tokenKey, token)
  if (readStored(tokenKey) !== token) kept = token
}

export function removeToken(): void {
  kept = null
  removeStored(tokenKey)
}
