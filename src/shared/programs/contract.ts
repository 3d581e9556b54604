import { type Static, Type } from 'typebox'
import { person } from '../accounts/contract.ts'
import { endpoint, ok } from '../endpoint.ts'
import { instant } from '../schemas.ts'

/** A token without its secret. */
const scriptToken = Type.Object({
  id: Type.String(),
  name: Type.String(),
  madeBy: person,
  madeAt: instant,
  expiresAt: instant,
})
export type ScriptToken = Static<typeof scriptToken>

export const programsApi = {
  /** Every call of the product, as OpenAPI 3.1 describes it. */
  openApi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    body: null,
    response: Type.Unknown(),
  }),
  /** Those that hold now, the one that ends last first. */
  listScriptTokens: endpoint({
    method: 'GET',
    path: '/api/script-tokens',
    access: 'superUser',
    body: null,
    response: Type.Object({ tokens: Type.Array(scriptToken) }),
  }),
  /**
   * A token that reads past checks, for so many days; `token` is told this once. It ends with the
   * super user role of whoever made it. 409 `tokensAtMost`.
   */
  makeScriptToken: endpoint({
    method: 'POST',
    path: '/api/script-tokens',
    access: 'superUser',
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
      days: Type.Integer({ minimum: 1, maximum: 365 }),
    }),
    response: Type.Object({ ...scriptToken.properties, token: Type.String() }),
  }),
  /** 404 `unknownToken`. */
  endScriptToken: endpoint({
    method: 'DELETE',
    path: '/api/script-tokens/:id',
    access: 'superUser',
    params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
    body: null,
    response: ok,
  }),
}
