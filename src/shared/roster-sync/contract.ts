import { type Static, Type } from 'typebox'
import { endpoint, ok } from '../endpoint.ts'
import { rosterCounts } from '../tents/contract.ts'

const textOrNull = Type.Union([Type.String(), Type.Null()])

/** What a tent has waiting that Airtable refused. */
const failedTent = Type.Object({
  tentId: Type.String(),
  order: Type.String(),
  name: Type.String(),
  /** How many results of it wait. */
  results: Type.Integer(),
  /** In Airtable's own words. */
  failure: Type.String(),
  attempts: Type.Integer(),
  /** ISO 8601. */
  nextAttemptAt: Type.String(),
})
export type FailedTent = Static<typeof failedTent>

/** How the tents and Airtable stand to each other. Times in ISO 8601, null: never. */
const rosterSync = Type.Object({
  source: Type.Union([Type.Literal('airtable'), Type.Literal('file'), Type.Literal('none')]),
  triedAt: textOrNull,
  pulledAt: textOrNull,
  /** What the last pull changed. */
  counts: Type.Union([rosterCounts, Type.Null()]),
  /** The API key was sealed with another SECRET_KEY than that of the server that answers. */
  keyUnreadable: Type.Boolean(),
  /** Why the last pull brought nothing; null: it did. */
  failure: textOrNull,
  missingColumns: Type.Array(Type.String()),
  /** Cells that hold something else than their column should; the first of them. */
  problems: Type.Array(
    Type.Object({ order: Type.String(), name: Type.String(), column: Type.String() }),
  ),
  problemCount: Type.Integer(),
  /**
   * A pull waits for a person to say yes: of so many tents so many would stay. It does where the
   * roster shrinks by more than half, and where none stays of one that came from Airtable.
   */
  shrink: Type.Union([Type.Object({ from: Type.Integer(), to: Type.Integer() }), Type.Null()]),
  waiting: Type.Integer(),
  oldestWaitingSince: textOrNull,
  failed: Type.Array(failedTent),
  requestsThisMonth: Type.Integer(),
  /** Airtable lets nobody ask until then, and says why. */
  blocked: Type.Union([Type.Object({ until: Type.String(), words: Type.String() }), Type.Null()]),
})
export type RosterSync = Static<typeof rosterSync>

/** Of a save: what the settings are worth, in words for the person who saved them. */
const connection = Type.Object({ works: Type.Boolean(), text: Type.String() })
export type Connection = Static<typeof connection>

/** The key itself never leaves; `maskedApiKey` shows its last four, "" without a key. */
const airtableConfig = Type.Object({
  hasApiKey: Type.Boolean(),
  maskedApiKey: Type.String(),
  airtableBaseId: Type.String(),
  airtableTableId: Type.String(),
})
export type AirtableConfig = Static<typeof airtableConfig>

export const rosterSyncApi = {
  airtableConfig: endpoint({
    method: 'GET',
    path: '/api/airtable-config',
    access: 'superUser',
    body: null,
    response: airtableConfig,
  }),
  /**
   * Ids are letters and digits; a key left out or blank keeps the one there is. They are saved
   * whatever Airtable says to them; `connection` tells.
   */
  updateAirtableConfig: endpoint({
    method: 'PUT',
    path: '/api/airtable-config',
    access: 'superUser',
    body: Type.Object({
      // Demanded by the handler, whose refusal has the specified text.
      airtableBaseId: Type.Optional(Type.String({ maxLength: 200 })),
      airtableTableId: Type.Optional(Type.String({ maxLength: 200 })),
      airtableApiKey: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    response: Type.Object({ ...airtableConfig.properties, connection }),
  }),
  /** Forgets key, base and table. The tents stay; results that wait to be sent go on waiting. */
  disconnectAirtable: endpoint({
    method: 'POST',
    path: '/api/airtable-config/disconnect',
    access: 'superUser',
    body: null,
    response: airtableConfig,
  }),
  rosterSync: endpoint({
    method: 'GET',
    path: '/api/roster/sync',
    access: 'superUser',
    body: null,
    response: rosterSync,
  }),
  /** Now, not at the next turn; answers when it is done. `confirmShrink`: whatever goes. */
  pullRoster: endpoint({
    method: 'POST',
    path: '/api/roster/pull',
    access: 'superUser',
    body: Type.Object({ confirmShrink: Type.Optional(Type.Boolean()) }),
    response: rosterSync,
  }),
  /** A monitor is about to start a check: the tents are brought up to date, at most every 30 s. */
  refreshRoster: endpoint({
    method: 'POST',
    path: '/api/roster/refresh',
    access: 'lineMonitor',
    body: null,
    response: Type.Object({ ok: Type.Literal(true), changed: Type.Boolean() }),
  }),
  /** What failed is sent again at the next turn. */
  retryResults: endpoint({
    method: 'POST',
    path: '/api/roster/retry',
    access: 'superUser',
    body: null,
    response: ok,
  }),
  /** What failed of this tent is not sent any more. It stays in the ledger alone. */
  giveUpResults: endpoint({
    method: 'POST',
    path: '/api/roster/give-up',
    access: 'superUser',
    body: Type.Object({ tentId: Type.String({ maxLength: 200 }) }),
    response: Type.Object({ ok: Type.Literal(true), results: Type.Integer() }),
  }),
}
