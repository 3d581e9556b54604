import { type Static, Type } from 'typebox'
import { endpoint, ok } from '../endpoint.ts'
import { oneOf, orNull } from '../schemas.ts'

const wholeOrNull = orNull(Type.Integer())

/**
 * A member of a tent. The id stays the same when the order, the tent's name or other members
 * change; `netID` is the one at the member's place in the tent's `netIDs`, a guess, or null.
 */
const tentMember = Type.Object({
  id: Type.String(),
  name: Type.String(),
  netID: orNull(Type.String()),
})
export type TentMember = Static<typeof tentMember>

/**
 * A tent as it is sent. Specification 3, Tent. Every text is present, "" when empty; `order` is
 * text. In the full form `dayNumber` and `nightNumber` are null where the cell is blank, and misses
 * 0. In the public form all three numbers are null and every other text is "", without `people`.
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
  /** The members named in `members`, in the same order. */
  people: Type.Optional(Type.Array(tentMember)),
})
export type Tent = Static<typeof tent>

/**
 * Somebody who sees a tent, by first and last name ('' where the campus sent none), and the
 * day on which they registered. `key`: tells people apart who are the same in both; it says nothing
 * else.
 */
const viewer = Type.Object({ name: Type.String(), since: Type.String(), key: Type.String() })
export type Viewer = Static<typeof viewer>

/**
 * A tent in the list of all. `seenBy`, only for one's own: the other people who see it without a role.
 * `isCaptain`, only where I am: its shifts are mine to plan, also where it is not my own. `isMember`, only
 * for others than one's own: I am their member by netID, too.
 */
const listedTent = Type.Object({
  ...tent.properties,
  seenBy: Type.Optional(Type.Array(viewer)),
  isCaptain: Type.Optional(Type.Literal(true)),
  isMember: Type.Optional(Type.Literal(true)),
})
export type ListedTent = Static<typeof listedTent>

/** A tent in the full form, with its members. */
export type WholeTent = Tent & { people: TentMember[] }

/**
 * A problem or warning about a roster file: the line on which the row begins, from 1; the column by
 * its name, or `file` or `row` if it is not about one column. `reason` says what to do.
 */
const rosterProblem = Type.Object({
  line: Type.Integer(),
  column: Type.String(),
  reason: Type.String(),
})
export type RosterProblem = Static<typeof rosterProblem>

/**
 * What an import does to the tents on the roster. Each row is added (also if it comes back),
 * changed or unchanged; tents without a row are retired. `postponed`: what is left out while a check
 * is on; importing again after it does that.
 */
export const rosterCounts = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  retired: Type.Integer(),
  unchanged: Type.Integer(),
  postponed: Type.Integer(),
})
export type RosterCounts = Static<typeof rosterCounts>

export const rosterChangeKind = oneOf(['added', 'changed', 'retired'])

/**
 * The change of one tent; one that comes back counts as added. `fields`: the changed columns of a
 * known tent; texts over 400 characters are cut and end in "…".
 */
const rosterChange = Type.Object({
  kind: rosterChangeKind,
  order: Type.String(),
  name: Type.String(),
  fields: Type.Array(
    Type.Object({ column: Type.String(), before: Type.String(), after: Type.String() }),
  ),
})
export type RosterChange = Static<typeof rosterChange>

/**
 * What an import would do, in numbers and tent by tent: the first 200 of each kind, added, changed and
 * retired, in the order of tents. `warnings`: what looks wrong but is imported, the first 100 of
 * `warningCount`. `id`: of a tent that is on the roster now. `hash`: of all that it would do; sent
 * with the import, nothing else is done.
 */
const rosterPreview = Type.Object({
  ...rosterCounts.properties,
  changes: Type.Array(
    Type.Object({ id: Type.Optional(Type.String()), ...rosterChange.properties }),
  ),
  warnings: Type.Array(rosterProblem),
  warningCount: Type.Integer(),
  hash: Type.String(),
})
export type RosterPreview = Static<typeof rosterPreview>

/** `results`: import the file's misses, last checks and dates for known tents, too. */
const rosterFile = Type.Object({ csv: Type.String(), results: Type.Optional(Type.Boolean()) })

/** Only limits the request; the same values are valid as in a file. */
const written = Type.Optional(Type.String({ maxLength: 100_000 }))

const writtenValues = Type.Object({
  order: written,
  name: written,
  type: written,
  captain: written,
  captainName: written,
  members: written,
  netIDs: written,
  dayNumber: Type.Optional(wholeOrNull),
  nightNumber: Type.Optional(wholeOrNull),
})

/**
 * A change of one tent by hand. `id` null: a new one. `fields` null: it is removed from the roster;
 * otherwise fields left out do not change. `was`: what the person saw in fields of the tent.
 */
const rosterEdit = Type.Object({
  id: orNull(Type.String()),
  fields: orNull(writtenValues),
  was: Type.Optional(writtenValues),
})
export type RosterEdit = Static<typeof rosterEdit>

export const tentsApi = {
  /**
   * All tents in order: the full form for line monitors; for others the public form, with one's own
   * tent in the full form. People who still have to prove their netID have no own tent.
   */
  listTents: endpoint({
    method: 'GET',
    path: '/api/tent-checks',
    access: 'public',
    body: null,
    response: Type.Array(listedTent),
  }),
  /**
   * Tells super users that somebody in the `seenBy` of one's own tent does not belong to it. 404 if
   * they are not in it, or if it could be one of several, as an older page sends no `key`; 429 after
   * 20 in an hour.
   */
  reportStranger: endpoint({
    method: 'POST',
    path: '/api/tents/not-one-of-us',
    access: 'signedIn',
    body: Type.Object({
      name: Type.String({ maxLength: 1000 }),
      since: Type.String({ maxLength: 100 }),
      key: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    response: ok,
  }),
  /** The tents on the roster with their ids; importing the file again changes nothing. */
  exportRoster: endpoint({
    method: 'GET',
    path: '/api/roster/export',
    access: 'superUser',
    body: null,
    response: 'csv',
  }),
  /**
   * What importing this file would do, without doing it. Refused like the import: 400 with
   * `problems` (the first 100, as `RosterProblem`) and `problemCount` beside the text, and with
   * `warnings` and `warningCount`; 409 while the tents come from Airtable.
   */
  previewRoster: endpoint({
    method: 'POST',
    path: '/api/roster/preview',
    access: 'superUser',
    body: rosterFile,
    bodyTooLong: 'rosterTooLarge',
    response: rosterPreview,
  }),
  /**
   * Changes the tents to match the file, completely or not at all. 409 `rosterChanged` if that is not
   * what the preview of this `hash` said.
   */
  importRoster: endpoint({
    method: 'POST',
    path: '/api/roster/import',
    access: 'superUser',
    body: Type.Object({ ...rosterFile.properties, hash: Type.Optional(Type.String()) }),
    bodyTooLong: 'rosterTooLarge',
    response: rosterCounts,
  }),
  /**
   * Changes tents by hand, one edit after the other, all or none. 400 `tentRefused` with the
   * problem as its text; 404 for a tent that is not on the roster; 409 `rosterFromAirtable`,
   * `tentChanged` where a tent was changed since it was seen, to something else than is asked, and
   * `rosterDuringCheck` if it had to wait for the end of the check.
   */
  editRoster: endpoint({
    method: 'POST',
    path: '/api/roster/edit',
    access: 'superUser',
    body: Type.Object({ edits: Type.Array(rosterEdit, { minItems: 1, maxItems: 20 }) }),
    response: Type.Object({ changes: Type.Array(rosterChange) }),
  }),
  /** Adds 130 invented tents for trying things out; 409 if there has ever been a tent. */
  loadDemoSeason: endpoint({
    method: 'POST',
    path: '/api/roster/demo',
    access: 'superUser',
    body: null,
    response: rosterCounts,
  }),
}
