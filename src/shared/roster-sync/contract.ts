import { type Static, Type } from 'typebox'
import { endpoint, ok } from '../endpoint.ts'
import { instant, oneOf, orNull } from '../schemas.ts'
import { rosterCounts } from '../tents/contract.ts'

/** A tent's results that Airtable refused, or of which it has no record. */
const failedTent = Type.Object({
  tentId: Type.String(),
  order: Type.String(),
  name: Type.String(),
  /** How many results wait. */
  results: Type.Integer(),
  /** Airtable's own message. */
  failure: Type.String(),
  /** How often they were refused; 0: they wait for an answer of Airtable. */
  attempts: Type.Integer(),
  /** null: it cannot be sent, because Airtable has no record of the tent. */
  nextAttemptAt: orNull(instant),
})
export type FailedTent = Static<typeof failedTent>

/** A tent that differs from its record since the database went back in time. */
export const difference = Type.Object({
  tentId: Type.String(),
  order: Type.String(),
  name: Type.String(),
  columns: Type.Array(Type.String()),
  /** How many results of it wait, of which nobody knows whether Airtable has them. */
  results: Type.Integer(),
})
export type Difference = Static<typeof difference>

/** What the last pull said. A time that is null: never. */
export const lastPull = {
  pulledAt: orNull(instant),
  /** What the last pull changed. */
  counts: orNull(rosterCounts),
  /** Why the last pull failed; null: it succeeded. */
  failure: orNull(Type.String()),
  missingColumns: Type.Array(Type.String()),
  /** The first cells whose content does not fit their column. */
  problems: Type.Array(
    Type.Object({ order: Type.String(), name: Type.String(), column: Type.String() }),
  ),
  problemCount: Type.Integer(),
  /**
   * A pull waits for a person's confirmation: of `from` tents only `to` would stay. This happens if
   * the roster would shrink by more than half, or if it came from Airtable and no tent would stay;
   * over the demo season only if the table is empty.
   */
  shrink: orNull(Type.Object({ from: Type.Integer(), to: Type.Integer() })),
}

/** How the tents and Airtable stand to each other. A time that is null: never. */
const rosterSync = Type.Object({
  ...lastPull,
  source: oneOf(['airtable', 'file', 'none']),
  /** The API key was encrypted with another SECRET_KEY than this server's. */
  keyUnreadable: Type.Boolean(),
  waiting: Type.Integer(),
  oldestWaitingSince: orNull(instant),
  failed: Type.Array(failedTent),
  /** For a super user to settle. */
  differences: Type.Array(difference),
  requestsThisMonth: Type.Integer(),
  /** Airtable accepts no requests until then, and why. */
  blocked: orNull(Type.Object({ until: instant, words: Type.String() })),
})
export type RosterSync = Static<typeof rosterSync>

/** Whether saved settings work, in words for the person who saved them. */
const connection = Type.Object({ works: Type.Boolean(), text: Type.String() })
export type Connection = Static<typeof connection>

/**
 * The key itself is never sent; `maskedApiKey` shows its last four characters, "" without a key.
 */
const airtableConfig = Type.Object({
  hasApiKey: Type.Boolean(),
  maskedApiKey: Type.String(),
  airtableBaseId: Type.String(),
  airtableTableId: Type.String(),
})
export type AirtableConfig = Static<typeof airtableConfig>

export const rosterSyncApi = {
  /** The saved settings; empty ones before any are saved. */
  airtableConfig: endpoint({
    method: 'GET',
    path: '/api/airtable-config',
    access: 'superUser',
    body: null,
    response: airtableConfig,
  }),
  /**
   * Ids are letters and digits; a key left out or blank stays as it is. The settings are saved even
   * if Airtable refuses them; `connection` says whether they work.
   */
  updateAirtableConfig: endpoint({
    method: 'PUT',
    path: '/api/airtable-config',
    access: 'superUser',
    body: Type.Object({
      // Required by the handler, whose refusal has the specified text.
      airtableBaseId: Type.Optional(Type.String({ maxLength: 200 })),
      airtableTableId: Type.Optional(Type.String({ maxLength: 200 })),
      airtableApiKey: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    response: Type.Object({ ...ok.properties, ...airtableConfig.properties, connection }),
  }),
  /** Deletes key, base and table. The tents stay, and so do waiting results. */
  disconnectAirtable: endpoint({
    method: 'POST',
    path: '/api/airtable-config/disconnect',
    access: 'superUser',
    body: null,
    response: airtableConfig,
  }),
  /** What the last pull said, and what waits now. Airtable is not asked. */
  rosterSync: endpoint({
    method: 'GET',
    path: '/api/roster/sync',
    access: 'superUser',
    body: null,
    response: rosterSync,
  }),
  /**
   * Pulls now; answers when it is done. `shrinkTo`: a person agreed that the roster shrinks to so many
   * of its tents, but not to fewer.
   */
  pullRoster: endpoint({
    method: 'POST',
    path: '/api/roster/pull',
    access: 'superUser',
    body: Type.Object({ shrinkTo: Type.Optional(Type.Integer({ minimum: 0 })) }),
    response: rosterSync,
  }),
  /** Before a monitor starts a check, pulls the tents, at most every 30 s. */
  refreshRoster: endpoint({
    method: 'POST',
    path: '/api/roster/refresh',
    access: 'lineMonitor',
    body: null,
    response: Type.Object({ ok: Type.Literal(true), changed: Type.Boolean() }),
  }),
  /** Sends failed results again. */
  retryResults: endpoint({
    method: 'POST',
    path: '/api/roster/retry',
    access: 'superUser',
    body: null,
    response: ok,
  }),
  /** This tent's failed results are not sent any more. They stay in the ledger. */
  giveUpResults: endpoint({
    method: 'POST',
    path: '/api/roster/give-up',
    access: 'superUser',
    body: Type.Object({ tentId: Type.String({ maxLength: 200 }) }),
    response: Type.Object({ ok: Type.Literal(true), results: Type.Integer() }),
  }),
  /**
   * Settles what is said of this tent since the database went back in time. `send`: what waits is
   * sent; else Airtable has it, or need not be told. The tent then shows what Airtable says.
   */
  settleDifference: endpoint({
    method: 'POST',
    path: '/api/roster/settle',
    access: 'superUser',
    body: Type.Object({ tentId: Type.String({ maxLength: 200 }), send: Type.Boolean() }),
    response: ok,
  }),
}
