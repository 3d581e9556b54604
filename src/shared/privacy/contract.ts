import { type Static, Type } from 'typebox'
import { ownSession, user } from '../accounts/contract.ts'
import { auditEvents } from '../audit/contract.ts'
import { endpoint } from '../endpoint.ts'
import { noticeSettings } from '../notices/contract.ts'
import { instant, oneOf, orNull } from '../schemas.ts'
import { assignment, availability, swapKind } from '../shifts/tent-shifts.ts'
import { tent } from '../tents/contract.ts'

const { isCurrent: _, ...sessionFields } = ownSession.properties

/**
 * Everything stored about a netID. Without passwords and tokens, even as hashes; tents without
 * other people's netIDs; the ledger without members' names.
 */
const personExport = Type.Object({
  netID: Type.String(),
  exportedAt: instant,
  account: orNull(
    Type.Object({ ...user.properties, isDisabled: Type.Boolean(), createdAt: instant }),
  ),
  sessions: Type.Array(Type.Object({ ...sessionFields, expiresAt: instant })),
  /**
   * Unused one-time links of the account, and those that the person made for others; `email`: the
   * address of the account to be confirmed.
   */
  links: Type.Array(
    Type.Object({
      purpose: Type.String(),
      email: orNull(Type.String()),
      expiresAt: instant,
    }),
  ),
  /** Tokens that they made for programs. */
  scriptTokens: Type.Array(
    Type.Object({ name: Type.String(), madeAt: instant, expiresAt: instant }),
  ),
  /** Campus identities linked to their account, or waiting to be; `name` as the campus has it. */
  campus: Type.Array(
    Type.Object({
      issuer: Type.String(),
      subject: Type.String(),
      name: orNull(Type.String()),
      at: instant,
      isLinked: Type.Boolean(),
    }),
  ),
  /** Tents that name the netID, as their member sees them; retired ones, too. */
  tents: Type.Array(Type.Object({ ...tent.properties, isOnRoster: Type.Boolean() })),
  /** Their actions in checks. */
  checkEvents: Type.Array(
    Type.Object({
      checkId: Type.String(),
      number: Type.Integer(),
      kind: Type.String(),
      at: instant,
      /** The phone's own clock. */
      deviceTime: orNull(Type.String()),
      tentId: orNull(Type.String()),
      outcome: orNull(Type.String()),
    }),
  ),
  /** Disputes that they filed or answered. */
  disputes: Type.Array(
    Type.Object({
      checkId: Type.String(),
      tentId: Type.String(),
      filedAt: instant,
      /** Their own text; null: somebody else wrote it. */
      text: orNull(Type.String()),
      outcome: orNull(Type.String()),
      answeredAt: orNull(instant),
      answer: orNull(Type.String()),
    }),
  ),
  /** Notices to them, told or waiting: `about` what, and their state. */
  notices: Type.Array(
    Type.Object({
      kind: Type.String(),
      about: Type.String(),
      state: Type.String(),
      at: instant,
    }),
  ),
  /** Their notice settings; null: never saved. */
  noticeSettings: orNull(noticeSettings),
  /** Their browsers that get pushes, by push service. */
  pushSubscriptions: Type.Array(Type.Object({ service: Type.String(), madeAt: instant })),
  /** Their actions on settings and data, and actions of others that affected them. */
  audit: auditEvents,
  /** Versions of the season's rules that they saved, and grace that they declared or ended. */
  seasonVersions: Type.Array(Type.Object({ version: Type.Integer(), savedAt: instant })),
  graces: Type.Array(
    Type.Object({
      from: instant,
      until: instant,
      reason: Type.String(),
      declaredBy: orNull(Type.String()),
      declaredAt: instant,
      endedBy: orNull(Type.String()),
      endedAt: orNull(instant),
    }),
  ),
  /**
   * Versions of written pages that they saved, and announcements as they wrote or changed them.
   */
  pageVersions: Type.Array(
    Type.Object({ page: Type.String(), number: Type.Integer(), savedAt: instant }),
  ),
  announcements: Type.Array(
    Type.Object({
      markdown: Type.String(),
      from: instant,
      until: instant,
      writtenAt: instant,
    }),
  ),
  /**
   * Their rows in plannings with answers and shifts, swaps that they offer, take or are asked for,
   * and actions there: their own, and those of others about them.
   */
  shifts: Type.Object({
    people: Type.Array(
      Type.Object({
        memberId: Type.String(),
        isDeputy: Type.Boolean(),
        availability: orNull(availability),
        answeredAt: orNull(instant),
        substituteOn: Type.Array(Type.String()),
      }),
    ),
    planned: Type.Array(Type.Object({ ...assignment.properties, arrivedAt: orNull(instant) })),
    swaps: Type.Array(
      Type.Object({
        kind: swapKind,
        as: oneOf(['offering', 'taking', 'asked']),
        shiftId: Type.String(),
        forShiftId: orNull(Type.String()),
        at: instant,
      }),
    ),
    acts: Type.Array(Type.Object({ at: instant, what: Type.String(), isOwn: Type.Boolean() })),
  }),
  uploads: Type.Array(Type.Object({ document: Type.String(), uploadedAt: instant })),
})
export type PersonExport = Static<typeof personExport>

/** Must be sent along, so that nobody closes a season by accident. */
const closingWord = 'CLOSE'

export const privacyApi = {
  /** 404 for a netID about which nothing is stored. */
  exportPerson: endpoint({
    method: 'POST',
    path: '/api/admin/export-person',
    access: 'superUser',
    body: Type.Object({ netID: Type.String({ maxLength: 1000 }) }),
    response: personExport,
  }),
  /**
   * All tents leave the roster and lose their members, and the ledger loses names; results stay.
   * `endRoles`: every line monitor loses the role; `rulesAYearLater`: saves the season's rules
   * again for the next one; `firstTexts`: FAQ and contacts get their initial texts again.
   * `rulesVersion`: the rules that the person saw. Returns how many tents left. 409 while a check is
   * on or Airtable is connected; `seasonChanged` if other rules than those were saved; that or
   * `pageChanged` if somebody saves rules or a page at the same moment.
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
      rulesVersion: Type.Optional(Type.Integer()),
    }),
    response: Type.Object({ ok: Type.Literal(true), tents: Type.Integer() }),
  }),
}
