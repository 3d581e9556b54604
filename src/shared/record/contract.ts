import { type Static, Type } from 'typebox'
import { roleField } from '../accounts/contract.ts'
import { endpoint } from '../endpoint.ts'
import { grace } from '../season/contract.ts'
import { markFacts, outcome } from '../tent-check/contract.ts'

/**
 * `at` in ISO 8601. `netID` null: the server, whoever runs it, or nobody who was signed in.
 * `by`: first and last name of whoever did it, '' for null.
 */
const happened = {
  id: Type.Integer(),
  at: Type.String(),
  netID: Type.Union([Type.String(), Type.Null()]),
  by: Type.String(),
}

/** The netID that it was done to. */
const about = Type.String()

const auditEvent = Type.Union([
  Type.Object({
    ...happened,
    kind: Type.Literal('roleChanged'),
    about,
    role: roleField,
    value: Type.Boolean(),
  }),
  /** The key itself is never written down. */
  Type.Object({
    ...happened,
    kind: Type.Literal('airtableSettingsSaved'),
    baseId: Type.String(),
    tableId: Type.String(),
    isKeyNew: Type.Boolean(),
  }),
  Type.Object({ ...happened, kind: Type.Literal('airtableDisconnected') }),
  Type.Object({
    ...happened,
    kind: Type.Literal('tentLinkChanged'),
    url: Type.String(),
    active: Type.Boolean(),
  }),
  Type.Object({
    ...happened,
    kind: Type.Literal('documentUploaded'),
    document: Type.Union([Type.Literal('policy'), Type.Literal('calendar')]),
  }),
  Type.Object({
    ...happened,
    kind: Type.Literal('rosterImported'),
    added: Type.Integer(),
    changed: Type.Integer(),
    retired: Type.Integer(),
  }),
  Type.Object({ ...happened, kind: Type.Literal('demoLoaded'), tents: Type.Integer() }),
  /** Of accounts that exist; one a minute at most for each. */
  Type.Object({ ...happened, kind: Type.Literal('signInFailed'), about }),
  Type.Object({
    ...happened,
    kind: Type.Literal('sessionsEnded'),
    about,
    sessions: Type.Integer(),
  }),
  Type.Object({ ...happened, kind: Type.Literal('passwordChanged'), about }),
  Type.Object({ ...happened, kind: Type.Literal('dataExported'), about }),
  Type.Object({ ...happened, kind: Type.Literal('seasonClosed'), tents: Type.Integer() }),
  /** `version` is the one that was saved, `name` the season's. */
  Type.Object({
    ...happened,
    kind: Type.Literal('seasonSaved'),
    version: Type.Integer(),
    name: Type.String(),
  }),
  Type.Object({ ...happened, kind: Type.Literal('graceDeclared'), ...grace.properties }),
  /** `until` is the end that was declared; `at` is the end that it got. */
  Type.Object({ ...happened, kind: Type.Literal('graceEnded'), ...grace.properties }),
  /** A colleague had marked the tent the other way before: `mark` is theirs and stands. */
  Type.Object({
    ...happened,
    kind: Type.Literal('markRefused'),
    tent: Type.String(),
    outcome,
    mark: markFacts,
  }),
])
/** Something that was done to settings, roles or data. */
export type AuditEvent = Static<typeof auditEvent>

export const auditEvents = Type.Array(auditEvent)

export const recordApi = {
  /** The newest 200, newest first. */
  audit: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'superUser',
    body: null,
    response: auditEvents,
  }),
}
