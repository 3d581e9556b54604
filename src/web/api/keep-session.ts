import { readStored, removeStored, writeStored } from './storage.ts'

const key = 'tent-city.keep-session'

/**
 * Says that this phone has something to lose by signing out for want of a network: a check was
 * on when it last heard, or marks wait on it.
 */
export function keepSession(on: boolean): void {
  if (on) writeStored(key, '1')
  else removeStored(key)
}

export function isSessionKept(): boolean {
  return readStored(key) !== null
}
