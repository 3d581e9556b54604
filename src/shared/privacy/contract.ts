import { type Static, Type } from 'typebox'
import { ownSession, user } from '../accounts/contract.ts'
import { auditEvents } from '../audit/contract.ts'
import { endpoint } from '../endpoint.ts'
import { noticeSettings } from '../notices/contract.ts'
import { assignment, availability } from '../shifts/picture.ts'
import { tent } from '../tents/contract.ts'

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

const { isCurrent: _, ...sessionFields } = ownSession.properties

/**
 * All that is kept about a netID. Times in ISO 8601. No password and no token, not even as a hash;
 * of their tents, no other person's netID; of the ledger, no member's name.
 */
const personExport = Type.Object({
  netID: Type.String(),
  exportedAt: Type.String(),
  account: orNull(
    Type.Object({ ...user.properties, isDisabled: Type.Boolean(), createdAt: Type.String() }),
  ),
  sessions: Type.Array(Type.Object({ ...sessionFields, expiresAt: Type.String() })),
  /** One-time links that were made for the account and not used; `email`: the one to be confirmed. */
  links: Type.Array(
    Type.Object({
      purpose: Type.String(),
      email: orNull(Type.String()),
      expiresAt: Type.String(),
    }),
  ),
  /** Tokens that they made for programs. */
  scriptTokens: Type.Array(
    Type.Object({ name: Type.String(), madeAt: Type.String(), expiresAt: Type.String() }),
  ),
  /** Identities of the campus that lead to their account, or wait to; `name` as the campus has it. */
  campus: Type.Array(
    Type.Object({
      issuer: Type.String(),
      subject: Type.String(),
      name: orNull(Type.String()),
      at: Type.String(),
      isLinked: Type.Boolean(),
    }),
  ),
  /** Those that name the netID, as their member sees them; retired ones, too. */
  tents: Type.Array(Type.Object({ ...tent.properties, isOnRoster: Type.Boolean() })),
  /** What they did in checks. */
  checkEvents: Type.Array(
    Type.Object({
      checkId: Type.String(),
      number: Type.Integer(),
      kind: Type.String(),
      at: Type.String(),
      /** The phone's own clock. */
      deviceTime: orNull(Type.String()),
      tentId: orNull(Type.String()),
      outcome: orNull(Type.String()),
    }),
  ),
  /** Misses that they disputed, and disputes that they answered. */
  disputes: Type.Array(
    Type.Object({
      checkId: Type.String(),
      tentId: Type.String(),
      filedAt: Type.String(),
      /** What they wrote; null: somebody else did. */
      text: orNull(Type.String()),
      outcome: orNull(Type.String()),
      answeredAt: orNull(Type.String()),
      answer: orNull(Type.String()),
    }),
  ),
  /** What they were told, or are to be: `about` what, and how far that is. */
  notices: Type.Array(
    Type.Object({
      kind: Type.String(),
      about: Type.String(),
      state: Type.String(),
      at: Type.String(),
    }),
  ),
  /** What they want to be told; null: they never said. */
  noticeSettings: orNull(noticeSettings),
  /** The browsers that take pushes for them, by the push service. */
  pushSubscriptions: Type.Array(Type.Object({ service: Type.String(), madeAt: Type.String() })),
  /** What they did to settings and data, and what was done to them. */
  record: auditEvents,
  /** The rules of the season that they saved, by version, and grace that they declared or ended. */
  seasonVersions: Type.Array(Type.Object({ version: Type.Integer(), savedAt: Type.String() })),
  graces: Type.Array(
    Type.Object({
      from: Type.String(),
      until: Type.String(),
      reason: Type.String(),
      declaredBy: orNull(Type.String()),
      declaredAt: Type.String(),
      endedBy: orNull(Type.String()),
      endedAt: orNull(Type.String()),
    }),
  ),
  /** Versions of the written pages that they saved, and announcements that they wrote or changed last. */
  pageVersions: Type.Array(
    Type.Object({ page: Type.String(), number: Type.Integer(), savedAt: Type.String() }),
  ),
  announcements: Type.Array(
    Type.Object({
      markdown: Type.String(),
      from: Type.String(),
      until: Type.String(),
      writtenAt: Type.String(),
    }),
  ),
  /** The rows that they said are theirs, with what they answered; their shifts; what they did. */
  shifts: Type.Object({
    people: Type.Array(
      Type.Object({
        memberId: Type.String(),
        isDeputy: Type.Boolean(),
        availability: orNull(availability),
        answeredAt: orNull(Type.String()),
        substituteOn: Type.Array(Type.String()),
      }),
    ),
    planned: Type.Array(
      Type.Object({ ...assignment.properties, arrivedAt: orNull(Type.String()) }),
    ),
    acts: Type.Array(Type.Object({ at: Type.String(), what: Type.String() })),
  }),
  uploads: Type.Array(Type.Object({ document: Type.String(), uploadedAt: Type.String() })),
})
export type PersonExport = Static<typeof personExport>

/** What must be sent along, so that nobody closes a season by accident. */
const closingWord = 'CLOSE'

export const privacyApi = {
  /** 404 for a netID about which nothing is kept. */
  exportPerson: endpoint({
    method: 'POST',
    path: '/api/admin/export-person',
    access: 'superUser',
    body: Type.Object({ netID: Type.String({ maxLength: 1000 }) }),
    response: personExport,
  }),
  /**
   * All tents leave the roster and lose their members, as the ledger loses their names; results
   * stay. With `endRoles` every line monitor loses the role, with `rulesAYearLater` the season's rules
   * are saved anew for the next one, with `firstTexts` FAQ and contacts have their first texts again.
   * Gives how many tents left. 409 while a check is on or Airtable is connected, `seasonChanged` and
   * `pageChanged` where somebody saves rules or a page meanwhile.
   */
  closeSeason: endpoint({
    method: 'POST',
    path: '/api/admin/close-season',
    access: 'superUser',
    body: Type.Object({
      confirm: Type.Literal(closingWord),
      endRoles: Type.Optional(Type.Boolean()),
      rulesAYearLater: Type.Optional(Type.Boolean()),
      firstTexts: Type.Optional(Type.Boolean()),
    }),
    response: Type.Object({ ok: Type.Literal(true), tents: Type.Integer() }),
  }),
}
