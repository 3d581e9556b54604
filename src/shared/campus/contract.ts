import { Type } from 'typebox'
import { accountsApi } from '../accounts/contract.ts'
import { endpoint, ok } from '../endpoint.ts'

/** Longer than any that a provider may give (255) or this server makes; what is valid is looked up. */
const text = Type.String({ maxLength: 1000 })

export const campusApi = {
  /**
   * Whoever came from the campus and finds an account of their netID proves by its password that it
   * is theirs; from then on the campus leads to it. Refused as `login` is; 403 `linkOver` for a
   * ticket that is unknown, used or older than 15 minutes.
   */
  linkCampus: endpoint({
    method: 'POST',
    path: '/api/profile/link-campus',
    access: 'public',
    body: Type.Object({ ticket: text, password: text }),
    response: accountsApi.login.response,
  }),
  /**
   * Hands an account over to the identity that waits for it: its sessions, its password and the
   * tickets end. 404 for an unknown netID; 409 `nothingWaiting` where this subject does not wait.
   */
  handOverToCampus: endpoint({
    method: 'POST',
    path: '/api/admin/link-campus',
    access: 'superUser',
    body: Type.Object({ netID: text, subject: text, takeOver: Type.Literal(true) }),
    response: ok,
  }),
}
