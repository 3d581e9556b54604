import { composed } from '../../shared/composed.ts'
import { lastCheckAtMost } from '../../shared/tent-check/limits.ts'
import type { Tent } from '../../shared/tents/contract.ts'
import { membersOf } from '../../shared/tents/members.ts'

/** A tent as a roster names it. `id` null: the roster has no id for it. */
export type RosterRow = Omit<Tent, 'id' | 'numberOfMisses' | 'people'> & {
  id: string | null
  numberOfMisses: number
}

/** A tent with all fields empty. */
export const emptyRow: RosterRow = {
  id: null,
  order: '',
  name: '',
  type: '',
  captain: '',
  captainName: '',
  members: '',
  netIDs: '',
  numberOfMisses: 0,
  dayNumber: null,
  nightNumber: null,
  lastMissLM: '',
  dateOfLastMiss: '',
  lastCheck: '',
  dateOfLastCheck: '',
}

/** A number above it is a mistake, whatever column it stands in. */
export const highestNumber = 1_000_000

const unprintable = /\p{C}/u

/** Two rows of the same order and name are the same tent, whatever spaces stand around them. */
export function orderAndName(tent: { order: string; name: string }): string {
  return JSON.stringify([tent.order, tent.name].map((text) => composed(text.trim())))
}

/** Are they more than one Make can store? */
export function hasTooManyMembers(tent: { members: string }): boolean {
  return membersOf(tent).join(', ').length > lastCheckAtMost
}

/** Why a text cannot be a tent's id, or null: an id has 1 to 200 printable characters. */
export function refuseId(id: string): string | null {
  if (id === '' || id.length > 200) return 'An id has 1 to 200 characters.'
  return unprintable.test(id) ? 'An id holds printable characters only.' : null
}
