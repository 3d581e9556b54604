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

/**
 * What is wrong in a roster file, and where: the line on which the row begins, from 1; the column
 * by its name, or `file` or `row` where it is no one column.
 */
export type RosterProblem = { line: number; column: string; reason: string }

/**
 * What an import does, or would do, to the tents on the roster. Each row is one that is added
 * (brought back ones, too), changed or unchanged; tents without a row are retired. `postponed`
 * counts what waits for the end of the check in progress: importing again after it brings that.
 */
export const rosterCounts = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  retired: Type.Integer(),
  unchanged: Type.Integer(),
  postponed: Type.Integer(),
})
export type RosterCounts = Static<typeof rosterCounts>

/** `results`: the file's misses, last checks and dates count for known tents, too. */
const rosterFile = Type.Object({ csv: Type.String(), results: Type.Optional(Type.Boolean()) })

export const tentsApi = {
  /** All tents in order: whole for line monitors; else the public form, one's own tent whole. */
  listTents: endpoint({
    method: 'GET',
    path: '/api/tent-checks',
    access: 'public',
    body: null,
    response: Type.Array(tent),
  }),
  /** The tents on the roster with their ids; importing it again changes nothing. */
  exportRoster: endpoint({
    method: 'GET',
    path: '/api/roster/export',
    access: 'superUser',
    body: null,
    response: 'csv',
  }),
  /**
   * What importing this file would do; it changes nothing. Refused like the import: 400 with
   * `problems` (the first 100, as `RosterProblem`) and `problemCount` beside the text; 409 while
   * the tents come from Airtable.
   */
  previewRoster: endpoint({
    method: 'POST',
    path: '/api/roster/preview',
    access: 'superUser',
    body: rosterFile,
    response: rosterCounts,
  }),
  /** Brings the tents in step with the file, all of it or nothing. */
  importRoster: endpoint({
    method: 'POST',
    path: '/api/roster/import',
    access: 'superUser',
    body: rosterFile,
    response: rosterCounts,
  }),
  /** 130 invented tents to try things with; 409 once there has been a tent. */
  loadDemoSeason: endpoint({
    method: 'POST',
    path: '/api/roster/demo',
    access: 'superUser',
    body: null,
    response: rosterCounts,
  }),
}
