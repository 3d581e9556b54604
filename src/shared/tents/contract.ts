import { type Static, Type } from 'typebox'
import { endpoint, ok } from '../endpoint.ts'

const wholeOrNull = Type.Union([Type.Integer(), Type.Null()])

/**
 * A member of a tent. The id stays theirs through a change of the order, a rename of the tent and
 * other members' coming and going; `netID` is what stands at their place in the tent's `netIDs`, a
 * guess, or null.
 */
const tentMember = Type.Object({
  id: Type.String(),
  name: Type.String(),
  netID: Type.Union([Type.String(), Type.Null()]),
})
export type TentMember = Static<typeof tentMember>

/**
 * A tent as it goes over the wire. Specification 3, Tent.
 * Every text is always there, "" when empty; `order` is text. For those who may see it whole,
 * numbers are numbers: `dayNumber` and `nightNumber` null where the cell is blank, misses 0.
 * In the public form all three numbers are null and every other text is "", without `people`.
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
  /** The members that `members` names, in its order. */
  people: Type.Optional(Type.Array(tentMember)),
})
export type Tent = Static<typeof tent>

/** Somebody who sees a tent as theirs, by first and last name, and the day on which they registered. */
const onlooker = Type.Object({ name: Type.String(), since: Type.String() })
export type Onlooker = Static<typeof onlooker>

/** A tent among all; `seenBy`: of one's own alone, who else sees it as theirs. */
const listedTent = Type.Object({
  ...tent.properties,
  seenBy: Type.Optional(Type.Array(onlooker)),
})
export type ListedTent = Static<typeof listedTent>

/** A tent with its members, as those see it who may see it whole. */
export type WholeTent = Tent & { people: TentMember[] }

/**
 * What is wrong in a roster file, or looks so, and where: the line on which the row begins, from 1;
 * the column by its name, or `file` or `row` where it is no one column. `reason` says what to do.
 */
const rosterProblem = Type.Object({
  line: Type.Integer(),
  column: Type.String(),
  reason: Type.String(),
})
export type RosterProblem = Static<typeof rosterProblem>

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

/**
 * What becomes of one tent; one that is brought back is added. `fields`: of a tent that is known what changes of it, by the names of the columns; texts over 400
 * characters are cut, and end in "…".
 */
const rosterChange = Type.Object({
  kind: Type.Union([Type.Literal('added'), Type.Literal('changed'), Type.Literal('retired')]),
  order: Type.String(),
  name: Type.String(),
  fields: Type.Array(
    Type.Object({ column: Type.String(), before: Type.String(), after: Type.String() }),
  ),
})
export type RosterChange = Static<typeof rosterChange>

/**
 * What an import would do, in counts and tent by tent: the first 200 of all added, changed and
 * retired, in the order of tents. `warnings` are what looks wrong and is imported all the same, the
 * first 100 of `warningCount`.
 */
const rosterPreview = Type.Object({
  ...rosterCounts.properties,
  changes: Type.Array(rosterChange),
  warnings: Type.Array(rosterProblem),
  warningCount: Type.Integer(),
})
export type RosterPreview = Static<typeof rosterPreview>

/** `results`: the file's misses, last checks and dates count for known tents, too. */
const rosterFile = Type.Object({ csv: Type.String(), results: Type.Optional(Type.Boolean()) })

/** A text as long as one request may carry; what may stand in it is decided as for a file. */
const written = Type.Optional(Type.String({ maxLength: 100_000 }))

/**
 * What a person makes of one tent. `id` null: a new one. `fields` null: it is taken off the roster;
 * else what is left out stays as it is.
 */
const rosterEdit = Type.Object({
  id: Type.Union([Type.String(), Type.Null()]),
  fields: Type.Union([
    Type.Object({
      order: written,
      name: written,
      type: written,
      captain: written,
      captainName: written,
      members: written,
      netIDs: written,
      dayNumber: Type.Optional(wholeOrNull),
      nightNumber: Type.Optional(wholeOrNull),
    }),
    Type.Null(),
  ]),
})
export type RosterEdit = Static<typeof rosterEdit>

export const tentsApi = {
  /**
   * All tents in order: whole for line monitors; else the public form, one's own tent whole. Who has
   * a netID to prove yet has no own tent.
   */
  listTents: endpoint({
    method: 'GET',
    path: '/api/tent-checks',
    access: 'public',
    body: null,
    response: Type.Array(listedTent),
  }),
  /**
   * Tells super users that somebody who sees one's own tent, as its `seenBy` names them, is none of
   * it. 404 where nobody does; 429 after 20 in an hour.
   */
  reportStranger: endpoint({
    method: 'POST',
    path: '/api/tents/not-one-of-us',
    access: 'signedIn',
    body: Type.Object({
      name: Type.String({ maxLength: 1000 }),
      since: Type.String({ maxLength: 100 }),
    }),
    response: ok,
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
   * `problems` (the first 100, as `RosterProblem`) and `problemCount` beside the text, and with
   * `warnings` and `warningCount` of what could be read; 409 while the tents come from Airtable.
   */
  previewRoster: endpoint({
    method: 'POST',
    path: '/api/roster/preview',
    access: 'superUser',
    body: rosterFile,
    response: rosterPreview,
  }),
  /** Brings the tents in step with the file, all of it or nothing. */
  importRoster: endpoint({
    method: 'POST',
    path: '/api/roster/import',
    access: 'superUser',
    body: rosterFile,
    response: rosterCounts,
  }),
  /**
   * Changes tents by hand, one edit after the other, all or none. 400 `tentRefused` with what is wrong
   * as its text; 404 for a tent that is not on the roster; 409 `rosterFromAirtable`, and
   * `rosterDuringCheck` where it would wait for the end of the check that is on.
   */
  editRoster: endpoint({
    method: 'POST',
    path: '/api/roster/edit',
    access: 'superUser',
    body: Type.Object({ edits: Type.Array(rosterEdit, { minItems: 1, maxItems: 20 }) }),
    response: Type.Object({ changes: Type.Array(rosterChange) }),
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
