import { type Static, Type } from 'typebox'
import { ownSession, user } from '../accounts/contract.ts'
import { endpoint } from '../endpoint.ts'
import { auditEvents } from '../record/contract.ts'
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
  account: orNull(Type.Object({ ...user.properties, createdAt: Type.String() })),
  sessions: Type.Array(Type.Object({ ...sessionFields, expiresAt: Type.String() })),
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
   * stay. Gives how many tents left. 409 while a check is on or Airtable is connected.
   */
  closeSeason: endpoint({
    method: 'POST',
    path: '/api/admin/close-season',
    access: 'superUser',
    body: Type.Object({ confirm: Type.Literal(closingWord) }),
    response: Type.Object({ ok: Type.Literal(true), tents: Type.Integer() }),
  }),
}
