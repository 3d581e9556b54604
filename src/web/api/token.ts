import { readStored, removeStored, tokenKey, writeStored } from './storage.ts'

// If storage is blocked, a person stays signed in until the page is closed.
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
