import type { User } from '../../shared/accounts/contract.ts'
import { fieldOf, textIn } from '../../shared/field-of.ts'
import { personKey as key, readStoredJson, removeStored, writeStored } from '../api/storage.ts'

/**
 * Remembers who was signed in last, for a start without a network. The server does not rely on it.
 */
export function rememberPerson(person: User): void {
  writeStored(key, JSON.stringify(person))
}

export function forgetPerson(): void {
  removeStored(key)
}

export function lastPerson(): User | null {
  const stored = readStoredJson<unknown>(key)
  const text = (name: keyof User) => textIn(stored, name)
  const flag = (name: keyof User) => fieldOf(stored, name) === true
  if (text('netID') === '') return null
  return {
    netID: text('netID'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    isLineMonitor: flag('isLineMonitor'),
    isSuperUser: flag('isSuperUser'),
    isConfirmed: flag('isConfirmed'),
  }
}
