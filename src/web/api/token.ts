import { readStored, removeStored, tokenKey, writeStored } from './storage.ts'

// If storage is blocked, a person stays signed in until the page is closed.
let unstored: string | null = null

export function getToken(): string | null {
  return readStored(tokenKey) ?? unstored
}

export function setToken(token: string): void {
  unstored = null
  writeStored(tokenKey, token)
  if (readStored(tokenKey) !== token) unstored = token
}

export function removeToken(): void {
  unstored = null
  removeStored(tokenKey)
}
