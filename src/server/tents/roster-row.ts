import { composed } from '../../shared/composed.ts'
import { lastCheckAtMost } from '../../shared/tent-check/limits.ts'
import type { Tent } from '../../shared/tents/contract.ts'
import { membersOf } from '../../shared/tents/members.ts'
import type { RosterField } from '../../shared/tents/roster-columns.ts'

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

type TextField = {
  [F in RosterField]: RosterRow[F] extends string ? F : never
}[RosterField]

const [shortText, longList] = [200, 4000]

/**
 * The most characters of each text. Every page of a check gets all texts of its tents, so none may
 * be endless; real ones are far shorter.
 */
export const textAtMost: Readonly<Record<TextField, number>> = {
  order: shortText,
  name: shortText,
  type: shortText,
  captain: longList,
  captainName: longList,
  // As many as one Make can store.
  members: lastCheckAtMost,
  netIDs: longList,
  lastCheck: lastCheckAtMost,
  dateOfLastCheck: shortText,
  lastMissLM: shortText,
  dateOfLastMiss: shortText,
}

export const textFields = Object.keys(textAtMost) as TextField[]

const unprintable = /\p{C}/u

/** Two rows of the same order and name are the same tent, whatever spaces stand around them. */
export function orderAndName(tent: { order: string; name: string }): string {
  return JSON.stringify([tent.order, tent.name].map((text) => composed(text.trim())))
}

export function isTextField(field: RosterField): field is TextField {
  return field in textAtMost
}

/**
 * Has this text more characters than its column takes? Members count as a Make stores them; with
 * what stands between them, blanks or commas, they may have twice as many.
 */
export function isTooLong(field: TextField, text: string): boolean {
  const most = textAtMost[field]
  if (field !== 'members') return text.length > most
  return text.length > 2 * most || membersOf({ members: text }).join(', ').length > most
}

/** Why a text cannot be a tent's id, or null: an id has 1 to 200 printable characters. */
export function refuseId(id: string): string | null {
  if (id === '' || id.length > 200) return 'An id has 1 to 200 characters.'
  return unprintable.test(id) ? 'An id holds printable characters only.' : null
}
