import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'

export const tentLink = Type.Object({ url: Type.String(), active: Type.Boolean() })

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

export const settingsApi = {
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
  getTentLink: endpoint({
    method: 'GET',
    path: '/api/tent-link',
    access: 'public',
    body: null,
    response: tentLink,
  }),
  /** http or https, at most 2,000 characters; may be empty. */
  updateTentLink: endpoint({
    method: 'POST',
    path: '/api/tent-link',
    access: 'superUser',
    body: Type.Object({ url: Type.String({ maxLength: 2000 }), active: Type.Boolean() }),
    response: tentLink,
  }),
}
