import { type Static, Type } from 'typebox'
import { endpoint, ok } from '../endpoint.ts'

/**
 * Lengths here are only what any request may carry; what a valid value is, is decided by
 * `accounts/rules.ts`, which answers with a sentence for a person.
 */
const text = Type.String({ maxLength: 1000 })

const profileFields = {
  isLineMonitor: Type.Boolean(),
  isSuperUser: Type.Boolean(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
}

export const user = Type.Object({ netID: Type.String(), ...profileFields })
/** A person with an account, without anything secret. Specification 3, User. */
export type User = Static<typeof user>

export const roleField = Type.Union([Type.Literal('isLineMonitor'), Type.Literal('isSuperUser')])
export type RoleField = Static<typeof roleField>

/**
 * Where a person is signed in. Times in ISO 8601; `lastUsedAt` to the day. `device`: browser and
 * system in a few words, '' where they are not known. The id is of no use as a token.
 */
export const ownSession = Type.Object({
  id: Type.String(),
  device: Type.String(),
  createdAt: Type.String(),
  lastUsedAt: Type.String(),
  isCurrent: Type.Boolean(),
})
export type OwnSession = Static<typeof ownSession>

/** How many sessions ended. */
const sessionsEnded = Type.Object({ ok: Type.Literal(true), sessions: Type.Integer() })

export const accountsApi = {
  /** Is the stored token still good? Specification 4, App start. */
  verifyToken: endpoint({
    method: 'POST',
    path: '/api/profile/verify-token',
    access: 'signedIn',
    body: null,
    response: Type.Object({ netID: Type.String(), ...profileFields }),
  }),
  /** Ends this session. Signed out already: 200, and nothing changes. */
  logout: endpoint({
    method: 'POST',
    path: '/api/profile/logout',
    access: 'public',
    body: null,
    response: ok,
  }),
  /**
   * 401 for a wrong netID and a wrong password alike. After many failures the answer takes its
   * time, and is 429 where it would take too long.
   */
  login: endpoint({
    method: 'POST',
    path: '/api/profile/login',
    access: 'public',
    body: Type.Object({ netID: text, password: text }),
    response: Type.Object({ token: Type.String(), netID: Type.String(), ...profileFields }),
  }),
  /** 400 for what is not valid, 409 for a netID or an e-mail that is taken. */
  register: endpoint({
    method: 'POST',
    path: '/api/profile/register',
    access: 'public',
    body: Type.Object({
      netID: text,
      email: text,
      firstName: text,
      lastName: text,
      password: text,
      /** From the one-time set-up link: makes the first super user. */
      setupToken: Type.Optional(text),
    }),
    response: ok,
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/profile/me',
    access: 'signedIn',
    body: null,
    response: user,
  }),
  /** 429 after 20 in an hour. */
  updateEmail: endpoint({
    method: 'POST',
    path: '/api/profile/update-email',
    access: 'signedIn',
    body: Type.Object({ email: text }),
    response: Type.Object({ email: Type.String() }),
  }),
  /** Ends this person's other sessions; 429 after 20 in an hour. */
  updatePassword: endpoint({
    method: 'POST',
    path: '/api/profile/update-password',
    access: 'signedIn',
    body: Type.Object({ newPassword: text }),
    response: ok,
  }),
  /** The one that asks first, then by their last use. */
  listSessions: endpoint({
    method: 'GET',
    path: '/api/profile/sessions',
    access: 'signedIn',
    body: null,
    response: Type.Array(ownSession),
  }),
  /** 404 for one that is over, or another person's. */
  endSession: endpoint({
    method: 'POST',
    path: '/api/profile/end-session',
    access: 'signedIn',
    body: Type.Object({ id: text }),
    response: ok,
  }),
  /** All of this person's but the one that asks. */
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/api/profile/end-other-sessions',
    access: 'signedIn',
    body: null,
    response: sessionsEnded,
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    access: 'lineMonitor',
    body: null,
    response: Type.Array(user),
  }),
  /** 404 for an unknown netID; 409 when the last super user would lose the role. */
  updateRole: endpoint({
    method: 'POST',
    path: '/api/admin/update-role',
    access: 'superUser',
    body: Type.Object({ netID: text, field: roleField, value: Type.Boolean() }),
    response: ok,
  }),
  /** All sessions of a person, wherever they are signed in; 404 for an unknown netID. */
  endSessions: endpoint({
    method: 'POST',
    path: '/api/admin/end-sessions',
    access: 'superUser',
    body: Type.Object({ netID: text }),
    response: sessionsEnded,
  }),
}
