import { Type } from 'typebox'
import { endpoint, ok } from '../endpoint.ts'

export const tentLink = Type.Object({ url: Type.String(), active: Type.Boolean() })

export const settingsApi = {
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
    response: Type.Object({ ...ok.properties, ...tentLink.properties }),
  }),
}
