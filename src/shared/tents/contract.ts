import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'

const wholeOrNull = Type.Union([Type.Integer(), Type.Null()])

/**
 * A tent as it goes over the wire. Specification 3, Tent.
 * Every text is always there, "" when empty; `order` is text. For those who may see it whole,
 * numbers are numbers: `dayNumber` and `nightNumber` null where the cell is blank, misses 0.
 * In the public form all three numbers are null and every other text is "".
 */
export const tent = Type.Object({
  id: Type.String(),
  order: Type.String(),
  name: Type.String(),
  type: Type.String(),
  captain: Type.String(),
  captainName: Type.String(),
  members: Type.String(),
  netIDs: Type.String(),
  numberOfMisses: wholeOrNull,
  dayNumber: wholeOrNull,
  nightNumber: wholeOrNull,
  lastMissLM: Type.String(),
  dateOfLastMiss: Type.String(),
  lastCheck: Type.String(),
  dateOfLastCheck: Type.String(),
})
export type Tent = Static<typeof tent>

export const tentsApi = {
  /** All tents in order: whole for line monitors; else the public form, one's own tent whole. */
  listTents: endpoint({
    method: 'GET',
    path: '/api/tent-checks',
    access: 'public',
    body: null,
    response: Type.Array(tent),
  }),
}
