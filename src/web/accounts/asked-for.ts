import { fieldOf } from '../../shared/field-of.ts'
import { askedForKey, keepInTab, takeFromTab } from '../api/storage-of-tab.ts'

/** Where to go after a login, by the state of the login screen; null: no special place. */
export function addressFrom(state: unknown): string | null {
  return ownAddress(fieldOf(state, 'from'))
}

/** Keeps that address while the browser is at the campus: the way back is a new page. */
export function keepAddress(address: string | null): void {
  keepInTab(askedForKey, address)
}

/** The address that was kept, once; null: none. */
export function takeAddress(): string | null {
  return ownAddress(takeFromTab(askedForKey))
}

/** null: no address, or one that leads to another site. */
function ownAddress(address: unknown): string | null {
  // A browser takes a backslash for a slash, and leaves tabs and line breaks out.
  const isOurs = typeof address === 'string' && /^\/(?![/\\])[^\t\r\n]*$/.test(address)
  return isOurs ? address : null
}
