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
  /** An OpenAPI 3.1 description of every call. */
  openApi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    body: null,
    response: Type.Unknown(),
  }),
  /** The valid tokens, latest end first. */
  listScriptTokens: endpoint({
    method: 'GET',
    path: '/api/script-tokens',
    access: 'superUser',
    body: null,
    response: Type.Object({ tokens: Type.Array(scriptToken) }),
  }),
  /**
   * Makes a token that reads past checks, for so many days; `token` is shown only this once. It
   * ends with the super user role of its maker. 409 `tokensAtMost`.
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
