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
  /** Is it known that the netID is theirs? Means nothing while netIDs are not proven. */
  isConfirmed: Type.Boolean(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
}

/** An identity of the campus that waits to be let into an account; `at` in ISO 8601. */
const campusWaiting = Type.Object({
  subject: Type.String(),
  name: Type.String(),
  at: Type.String(),
})

export const user = Type.Object({ netID: Type.String(), ...profileFields })
/** A person with an account, without anything secret. Specification 3, User. */
export type User = Static<typeof user>

const doneBy = Type.Union([Type.Object({ by: Type.String(), at: Type.String() }), Type.Null()])

/**
 * What only super users see of an account: its sessions that hold, when one of them was last used (to
 * the day, null: nowhere signed in), who gave it each role and when (null: not told, or it has not),
 * and who said last that it is none of the tent that it sees (null: nobody since it was confirmed or
 * disabled). `by`: first and last name.
 */
const userDetails = Type.Object({
  sessions: Type.Integer(),
  lastSeenAt: Type.Union([Type.String(), Type.Null()]),
  isLineMonitorSince: doneBy,
  isSuperUserSince: doneBy,
  strangerTo: Type.Union([
    Type.Object({ tent: Type.String(), by: Type.String(), at: Type.String() }),
    Type.Null(),
  ]),
})
export type UserDetails = Static<typeof userDetails>

/** A person as those see them who may see who has an account. */
const listedUser = Type.Object({
  ...user.properties,
  isDisabled: Type.Boolean(),
  campusWaiting: Type.Union([campusWaiting, Type.Null()]),
  details: Type.Optional(userDetails),
})
export type ListedUser = Static<typeof listedUser>

/** Somebody who did something, by first and last name. */
export const person = Type.Object({ netID: Type.String(), name: Type.String() })
export type Person = Static<typeof person>

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

const passwordSignIn = Type.Union([Type.Literal('on'), Type.Literal('superusers')])
/** Whose passwords let in: everyone's, or only those of super users. */
export type PasswordSignIn = Static<typeof passwordSignIn>

/** How many sessions ended. */
const sessionsEnded = Type.Object({ ok: Type.Literal(true), sessions: Type.Integer() })

export const accountsApi = {
  /**
   * What the screens for signing in have to know. `confirmNetIDs`: how netIDs are proven; `mail`:
   * links are mailed; `campus`: what its button says, null: there is no sign-in through the campus.
   */
  signInWays: endpoint({
    method: 'GET',
    path: '/api/sign-in',
    access: 'public',
    body: null,
    response: Type.Object({
      confirmNetIDs: Type.Union([
        Type.Literal('off'),
        Type.Literal('mail'),
        Type.Literal('approval'),
      ]),
      mail: Type.Boolean(),
      campus: Type.Union([Type.String(), Type.Null()]),
      passwords: passwordSignIn,
    }),
  }),
  /**
   * Is the stored token still good? `sessionId`: the session that let this call in, as the list of
   * sessions names it. Specification 4, App start.
   */
  verifyToken: endpoint({
    method: 'POST',
    path: '/api/profile/verify-token',
    access: 'signedIn',
    body: null,
    response: Type.Object({
      netID: Type.String(),
      ...profileFields,
      sessionId: Type.String(),
    }),
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
   * 401 for a wrong netID and a wrong password alike; 403 for the right one of a disabled account,
   * and 403 `passwordClosed` for all but super users where passwords are theirs alone. After many
   * failures the answer takes its time, and is 429 where it would take too long.
   */
  login: endpoint({
    method: 'POST',
    path: '/api/profile/login',
    access: 'public',
    body: Type.Object({ netID: text, password: text }),
    response: Type.Object({
      token: Type.String(),
      netID: Type.String(),
      ...profileFields,
      /** Since the last sign-in a super user made a link by which the password can be changed. */
      resetLinkMadeAt: Type.Optional(Type.String()),
    }),
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
  /**
   * Where links are mailed, `email` stays as it was until the one that goes to `pending` is opened.
   * Without `currentPassword` only for a while after this session's sign-in, else 403; 429 after 20
   * in an hour.
   */
  updateEmail: endpoint({
    method: 'POST',
    path: '/api/profile/update-email',
    access: 'signedIn',
    body: Type.Object({ email: text, currentPassword: Type.Optional(text) }),
    response: Type.Object({ email: Type.String(), pending: Type.Optional(Type.String()) }),
  }),
  /** Ends this person's other sessions; `currentPassword` and limits as of `updateEmail`. */
  updatePassword: endpoint({
    method: 'POST',
    path: '/api/profile/update-password',
    access: 'signedIn',
    body: Type.Object({ newPassword: text, currentPassword: Type.Optional(text) }),
    response: ok,
  }),
  /**
   * Mails a link that confirms the netID, good for a day; a newer one ends the older. 409 where netIDs
   * are not proven by mail, or it is confirmed; 429 after 3 in an hour.
   */
  sendConfirmation: endpoint({
    method: 'POST',
    path: '/api/profile/confirm/send',
    access: 'signedIn',
    body: null,
    response: ok,
  }),
  /** By the token of that link, signed in as the very netID; 403 as someone else, or when it is over. */
  confirm: endpoint({
    method: 'POST',
    path: '/api/profile/confirm',
    access: 'signedIn',
    body: Type.Object({ token: text }),
    response: Type.Object({ ok: Type.Literal(true), netID: Type.String() }),
  }),
  /**
   * Mails a link to a new password, good for an hour, if there is such an account and mail is
   * configured. The answer and the time it takes are the same for any netID.
   */
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/profile/forgot-password',
    access: 'public',
    body: Type.Object({ netID: text }),
    response: ok,
  }),
  /** By the token of that link; ends all sessions. 403 when it is over. */
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/profile/reset-password',
    access: 'public',
    body: Type.Object({ token: text, newPassword: text }),
    response: ok,
  }),
  /** By the token that was mailed to a new address, which becomes the account's. 403 when it is over. */
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/profile/confirm-email',
    access: 'public',
    body: Type.Object({ token: text }),
    response: Type.Object({ ok: Type.Literal(true), email: Type.String() }),
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
    response: Type.Array(listedUser),
  }),
  /** Says that the netID is this person's, or that it is not known; 404 for an unknown netID. */
  confirmUser: endpoint({
    method: 'POST',
    path: '/api/admin/confirm-user',
    access: 'lineMonitor',
    body: Type.Object({ netID: text, value: Type.Boolean() }),
    response: Type.Object({
      ok: Type.Literal(true),
      netID: Type.String(),
      isConfirmed: Type.Boolean(),
    }),
  }),
  /** Do netIDs go unproven in production without anyone having decided so? */
  netIDProof: endpoint({
    method: 'GET',
    path: '/api/admin/netid-proof',
    access: 'superUser',
    body: null,
    response: Type.Object({ isUndecided: Type.Boolean() }),
  }),
  /** Decides that netIDs need no proof, so that nothing warns of it any more. */
  leaveUnproven: endpoint({
    method: 'POST',
    path: '/api/admin/netid-proof',
    access: 'superUser',
    body: Type.Object({ leaveOff: Type.Literal(true) }),
    response: ok,
  }),
  /** 404 for an unknown netID; 409 when the last super user would lose the role. */
  updateRole: endpoint({
    method: 'POST',
    path: '/api/admin/update-role',
    access: 'superUser',
    body: Type.Object({ netID: text, field: roleField, value: Type.Boolean() }),
    response: ok,
  }),
  /**
   * Closes an account to sign-ins and ends its sessions, or opens it again. 404 for an unknown netID;
   * 409 for the last super user.
   */
  disableUser: endpoint({
    method: 'POST',
    path: '/api/admin/disable-user',
    access: 'superUser',
    body: Type.Object({ netID: text, value: Type.Boolean() }),
    response: ok,
  }),
  /**
   * A link by which a new password can be chosen, told once, good for an hour. Its owner is told. 404
   * for an unknown netID; 409 for an account that is disabled or has no password.
   */
  makeResetLink: endpoint({
    method: 'POST',
    path: '/api/admin/reset-link',
    access: 'superUser',
    body: Type.Object({ netID: text }),
    response: Type.Object({ url: Type.String() }),
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
