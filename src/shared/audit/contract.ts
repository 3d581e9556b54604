import { type Static, Type } from 'typebox'
import { roleField } from '../accounts/contract.ts'
import { standingOutcome } from '../check-history/contract.ts'
import { answerOutcome } from '../disputes/contract.ts'
import { documentKind } from '../documents/contract.ts'
import { endpoint } from '../endpoint.ts'
import { audience, pageName } from '../pages/contract.ts'
import { instant, orNull } from '../schemas.ts'
import { grace } from '../season/contract.ts'
import { outcome, storedMark } from '../tent-check/contract.ts'
import { rosterChangeKind } from '../tents/contract.ts'

/**
 * `netID` null: the server, its operator, or somebody who was not signed in. `by`: the first and
 * last name of who did it, '' for null.
 */
const happened = {
  id: Type.Integer(),
  at: instant,
  netID: orNull(Type.String()),
  by: Type.String(),
}

/** The netID of the person affected. */
const about = Type.String()

const announced = { audience, from: Type.String(), until: Type.String() }

/** The tent that an event is about; missing in older events. */
const tentId = Type.Optional(Type.String())

/**
 * `tent`: its former label; `columns`: those that changed; `values`: of those that name nobody, cut to
 * 60 characters, missing in older events. What names people is not kept, because nothing is ever
 * removed from the audit.
 */
const changedTent = Type.Object({
  tentId,
  tent: Type.String(),
  change: rosterChangeKind,
  columns: Type.Array(Type.String()),
  values: Type.Optional(
    Type.Array(Type.Object({ column: Type.String(), before: Type.String(), after: Type.String() })),
  ),
})
export type ChangedTent = Static<typeof changedTent>

/** `tents`: the first 60 of them, none of old events; all are told by `auditedTents`. */
const imported = {
  added: Type.Integer(),
  changed: Type.Integer(),
  retired: Type.Integer(),
  tents: Type.Array(changedTent),
}

const auditEvent = Type.Union([
  Type.Object({
    ...happened,
    kind: Type.Literal('roleChanged'),
    about,
    role: roleField,
    value: Type.Boolean(),
  }),
  /** The API key is never recorded. */
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
    kind: Type.Literal('scriptTokenMade'),
    name: Type.String(),
    until: Type.String(),
  }),
  Type.Object({ ...happened, kind: Type.Literal('scriptTokenEnded'), name: Type.String() }),
  /** The whole database was downloaded. */
  Type.Object({ ...happened, kind: Type.Literal('backupMade') }),
  Type.Object({
    ...happened,
    kind: Type.Literal('tentLinkChanged'),
    url: Type.String(),
    active: Type.Boolean(),
  }),
  Type.Object({
    ...happened,
    kind: Type.Literal('documentUploaded'),
    document: documentKind,
  }),
  Type.Object({
    ...happened,
    kind: Type.Literal('pageSaved'),
    page: pageName,
    number: Type.Integer(),
  }),
  /** Without the text, because announcements are deleted with the season. */
  Type.Object({ ...happened, kind: Type.Literal('announcementAdded'), ...announced }),
  Type.Object({ ...happened, kind: Type.Literal('announcementChanged'), ...announced }),
  Type.Object({ ...happened, kind: Type.Literal('announcementEnded'), ...announced }),
  Type.Object({ ...happened, kind: Type.Literal('rosterImported'), ...imported }),
  /** Airtable changed the roster. `netID` null: nobody asked for this pull. */
  Type.Object({ ...happened, kind: Type.Literal('rosterPulled'), ...imported }),
  Type.Object({ ...happened, kind: Type.Literal('tentEdited'), ...changedTent.properties }),
  /** What Airtable refused of a tent is not sent any more. `results`: how many. */
  Type.Object({
    ...happened,
    kind: Type.Literal('resultsGivenUp'),
    tentId,
    tent: Type.String(),
    results: Type.Integer(),
  }),
  /** A tent that differed after the database went back in time. `send`: false: Airtable is right. */
  Type.Object({
    ...happened,
    kind: Type.Literal('differenceSettled'),
    tentId,
    tent: Type.String(),
    send: Type.Boolean(),
    results: Type.Integer(),
  }),
  Type.Object({ ...happened, kind: Type.Literal('demoLoaded'), tents: Type.Integer() }),
  Type.Object({ ...happened, kind: Type.Literal('userConfirmed'), about, value: Type.Boolean() }),
  Type.Object({ ...happened, kind: Type.Literal('accountDisabled'), about, value: Type.Boolean() }),
  /** A password reset link for the account. */
  Type.Object({ ...happened, kind: Type.Literal('resetLinkMade'), about }),
  Type.Object({ ...happened, kind: Type.Literal('netIDsLeftUnproven') }),
  /** A member reported that this account does not belong to their tent. */
  Type.Object({
    ...happened,
    kind: Type.Literal('strangerReported'),
    about,
    tentId,
    tent: Type.String(),
  }),
  /** Only for existing accounts; at most one an hour for each. */
  Type.Object({ ...happened, kind: Type.Literal('signInFailed'), about }),
  Type.Object({
    ...happened,
    kind: Type.Literal('sessionsEnded'),
    about,
    sessions: Type.Integer(),
  }),
  Type.Object({ ...happened, kind: Type.Literal('passwordChanged'), about }),
  /** The account was handed over to the campus identity with its netID. */
  Type.Object({ ...happened, kind: Type.Literal('accountTakenOver'), about }),
  Type.Object({ ...happened, kind: Type.Literal('dataExported'), about }),
  /** Told by hand. Not of what: who belonged to which tent is forgotten with the season. */
  Type.Object({ ...happened, kind: Type.Literal('noticeTickedOff'), about }),
  /**
   * `lastCheck`: the id of the last that had begun by then, null where none ever did; `rulesVersion`: of
   * the season's rules. Both are missing in older events.
   */
  Type.Object({
    ...happened,
    kind: Type.Literal('seasonClosed'),
    tents: Type.Integer(),
    lastCheck: Type.Optional(orNull(Type.String())),
    rulesVersion: Type.Optional(Type.Integer()),
  }),
  /** `version`: the one saved; `name`: the season's. */
  Type.Object({
    ...happened,
    kind: Type.Literal('seasonSaved'),
    version: Type.Integer(),
    name: Type.String(),
  }),
  Type.Object({ ...happened, kind: Type.Literal('graceDeclared'), ...grace.properties }),
  /** `until`: the declared end; `at`: the real end. */
  Type.Object({ ...happened, kind: Type.Literal('graceEnded'), ...grace.properties }),
  /**
   * A colleague had already marked the tent the other way: `mark` is theirs and stays. `checkId`:
   * missing in older events.
   */
  Type.Object({
    ...happened,
    kind: Type.Literal('markRefused'),
    checkId: Type.Optional(Type.String()),
    tentId,
    tent: Type.String(),
    outcome,
    mark: storedMark,
  }),
  /** `reason`: from the ledger of the check; '' once the season is closed. */
  Type.Object({
    ...happened,
    kind: Type.Literal('tentCorrected'),
    checkId: Type.String(),
    number: Type.Integer(),
    tentId,
    tent: Type.String(),
    from: standingOutcome,
    outcome: standingOutcome,
    reason: Type.String(),
  }),
  /**
   * `reason`: the answer's text, from the dispute; '' once the season is closed, and for events that
   * do not name their dispute, because they are older.
   */
  Type.Object({
    ...happened,
    kind: Type.Literal('disputeAnswered'),
    checkId: Type.String(),
    disputeId: Type.Optional(Type.String()),
    tentId,
    tent: Type.String(),
    outcome: answerOutcome,
    reason: Type.String(),
  }),
])
/** An action that changed settings, roles or data. */
export type AuditEvent = Static<typeof auditEvent>

export const auditEvents = Type.Array(auditEvent)

const eventId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

export const auditApi = {
  /** The newest 200, newest first; `before`: of those before the event with this id. */
  audit: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'superUser',
    query: Type.Object({ before: Type.Optional(eventId) }),
    body: null,
    response: auditEvents,
  }),
  /**
   * What an import or a pull of Airtable changed, by the id of its event: the first 2,000 tents of
   * those added, of those changed and of those retired, in the order of tents; older events name 20.
   * [] for another event, or an unknown one.
   */
  auditedTents: endpoint({
    method: 'GET',
    path: '/api/admin/audit/:id/tents',
    access: 'superUser',
    params: Type.Object({ id: eventId }),
    body: null,
    response: Type.Array(changedTent),
  }),
}
