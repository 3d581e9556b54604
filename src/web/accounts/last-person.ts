import type { User } from '../../shared/accounts/contract.ts'
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
  return personFrom(readStoredJson(key))
}

function personFrom(value: unknown): User | null {
  if (typeof value !== 'object' || value === null) return null
  const field = (name: keyof User): unknown => Reflect.get(value, name)
  const text = (name: keyof User): string => {
    const found = field(name)
    return typeof found === 'string' ? found : ''
  }
  if (text('netID') === '') return null
  return {
    netID: text('netID'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    isLineMonitor: field('isLineMonitor') === true,
    isSuperUser: field('isSuperUser') === true,
    isConfirmed: field('isConfirmed') === true,
  }
}
