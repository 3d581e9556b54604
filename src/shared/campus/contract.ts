import { Type } from 'typebox'
import { accountsApi, linkToken } from '../accounts/contract.ts'
import { endpoint, ok } from '../endpoint.ts'

/** Longer than anything a provider (255) or this server makes; valid values are looked up. */
const text = Type.String({ maxLength: 1000 })

export const campusApi = {
  /**
   * Links the campus identity to the account of its netID; the account's password proves who owns
   * it. Refuses like `login`; 403 `linkOver` for a ticket that is unknown, used or older than 15
   * minutes.
   */
  linkCampus: endpoint({
    method: 'POST',
    path: '/api/profile/link-campus',
    access: 'public',
    body: Type.Object({ ticket: linkToken, password: accountsApi.login.body.properties.password }),
    response: accountsApi.login.response,
  }),
  /**
   * Hands an account over to the campus identity that waits for it: its sessions, password, address,
   * name and tickets end; the campus gives it a name with the next sign-in. 404 for an unknown netID;
   * 409 `nothingWaiting` if this identity does not wait.
   */
  handOverToCampus: endpoint({
    method: 'POST',
    path: '/api/admin/link-campus',
    access: 'superUser',
    body: Type.Object({ netID: text, subject: text, takeOver: Type.Literal(true) }),
    response: ok,
  }),
}
