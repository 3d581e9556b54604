import { type Static, Type } from 'typebox'
import { endpoint, ok } from '../endpoint.ts'
import { instant, oneOf, orNull } from '../schemas.ts'

/**
 * These lengths only limit requests; `accounts/rules.ts` decides which values are valid and answers
 * with a sentence for a person.
 */
const text = Type.String({ maxLength: 1000 })

/** Of any length that a body has room for: what is no link's is answered alike, `linkOver`. */
export const linkToken = Type.String()

/** A campus identity that waits to be linked to an account. */
const campusWaiting = Type.Object({
  subject: Type.String(),
  name: Type.String(),
  at: instant,
})

export const user = Type.Object({
  netID: Type.String(),
  isLineMonitor: Type.Boolean(),
  isSuperUser: Type.Boolean(),
  /** Is the netID known to be theirs? Not used while netIDs are not proven. */
  isConfirmed: Type.Boolean(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
})
/** A person with an account, without secrets. Specification 3, User. */
export type User = Static<typeof user>

const doneBy = orNull(Type.Object({ by: Type.String(), at: instant }))

/**
 * What only super users see of an account: how many sessions are valid, when one was last used (the
 * day; null: none), who gave each role and when (null: unknown, or no such role), and who last
 * reported that the person does not belong to their tent (null: nobody since the account was
 * confirmed or disabled). `by`: first and last name.
 */
const userDetails = Type.Object({
  sessions: Type.Integer(),
  lastSeenAt: orNull(Type.String()),
  isLineMonitorSince: doneBy,
  isSuperUserSince: doneBy,
  strangerTo: orNull(Type.Object({ tent: Type.String(), by: Type.String(), at: instant })),
})
export type UserDetails = Static<typeof userDetails>

/** A person in the list of accounts. */
const listedUser = Type.Object({
  ...user.properties,
  isDisabled: Type.Boolean(),
  campusWaiting: orNull(campusWaiting),
  details: Type.Optional(userDetails),
})
export type ListedUser = Static<typeof listedUser>

/** A person by first and last name. */
export const person = Type.Object({ netID: Type.String(), name: Type.String() })
export type Person = Static<typeof person>

export const roleField = oneOf(['isLineMonitor', 'isSuperUser'])
export type RoleField = Static<typeof roleField>

/**
 * A session of a person. `lastUsedAt`: to the day. `device`: browser and system in a few words, '' if
 * unknown. The id cannot be used as a token.
 */
export const ownSession = Type.Object({
  id: Type.String(),
  device: Type.String(),
  createdAt: instant,
  lastUsedAt: instant,
  isCurrent: Type.Boolean(),
})
export type OwnSession = Static<typeof ownSession>

export const netIDProof = oneOf(['off', 'mail', 'approval'])
/**
 * How netIDs are proven: not at all, by a link mailed to the netID's campus address, or by a line
 * monitor.
 */
export type NetIDProof = Static<typeof netIDProof>

export const passwordSignIn = oneOf(['on', 'superusers'])
/** Who may sign in by password: everyone, or only super users. */
export type PasswordSignIn = Static<typeof passwordSignIn>

/** How many sessions ended. */
const sessionsEnded = Type.Object({ ok: Type.Literal(true), sessions: Type.Integer() })

export const accountsApi = {
  /**
   * What the sign-in screens need. `confirmNetIDs`: how netIDs are proven; `mail`: links are
   * mailed; `campus`: the text of the campus button, null: no campus sign-in.
   */
  signInWays: endpoint({
    method: 'GET',
    path: '/api/sign-in',
    access: 'public',
    body: null,
    response: Type.Object({
      confirmNetIDs: netIDProof,
      mail: Type.Boolean(),
      campus: orNull(Type.String()),
      passwords: passwordSignIn,
    }),
  }),
  /**
   * Is the stored token still valid? `sessionId`: this session's id in the list of sessions.
   * Specification 4, App start.
   */
  verifyToken: endpoint({
    method: 'POST',
    path: '/api/profile/verify-token',
    access: 'signedIn',
    body: null,
    response: Type.Object({ ...user.properties, sessionId: Type.String() }),
  }),
  /** Ends this session. 200 also if it has already ended. */
  logout: endpoint({
    method: 'POST',
    path: '/api/profile/logout',
    access: 'public',
    body: null,
    refusesByMessage: true,
    response: ok,
  }),
  /**
   * 400 where one is empty; 401 for a wrong netID and for a wrong password; 403 for the right
   * password of a disabled account, and 403 `passwordClosed` where only super users may sign in by
   * password. After many failures the answer is delayed, and 429 if the delay would be too long.
   */
  login: endpoint({
    method: 'POST',
    path: '/api/profile/login',
    access: 'public',
    body: Type.Object({
      netID: Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' }),
      password: Type.String({ minLength: 1, maxLength: 1000 }),
    }),
    response: Type.Object({
      token: Type.String(),
      ...user.properties,
      /** When a super user made a password reset link, if that was after the last sign-in. */
      resetLinkMadeAt: Type.Optional(Type.String()),
    }),
  }),
  /**
   * 400 for invalid values, 409 for a netID or e-mail that is taken. Both tell of the first problem;
   * `fields` in their answer has the code of each field that is wrong.
   */
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
  /** The person of this session; what `verifyToken` answers, without the session's id. */
  me: endpoint({
    method: 'GET',
    path: '/api/profile/me',
    access: 'signedIn',
    body: null,
    response: user,
  }),
  /**
   * Where links are mailed, `email` changes only when the link mailed to `pending` is opened.
   * `currentPassword` may be left out for a while after this session's sign-in, else 403; 429 after
   * 20 in an hour.
   */
  updateEmail: endpoint({
    method: 'POST',
    path: '/api/profile/update-email',
    access: 'signedIn',
    body: Type.Object({ email: text, currentPassword: Type.Optional(text) }),
    response: Type.Object({ email: Type.String(), pending: Type.Optional(Type.String()) }),
  }),
  /** Ends this person's other sessions; `currentPassword` and limits as for `updateEmail`. */
  updatePassword: endpoint({
    method: 'POST',
    path: '/api/profile/update-password',
    access: 'signedIn',
    body: Type.Object({ newPassword: text, currentPassword: Type.Optional(text) }),
    response: ok,
  }),
  /**
   * Mails a link that confirms the netID, valid for a day; a newer one replaces it. 409 if netIDs
   * are not proven by mail or it is already confirmed; 429 after 3 in an hour.
   */
  sendConfirmation: endpoint({
    method: 'POST',
    path: '/api/profile/confirm/send',
    access: 'signedIn',
    body: null,
    response: ok,
  }),
  /**
   * With that link's token, signed in with its netID; 403 with another one, or when the link is
   * over.
   */
  confirm: endpoint({
    method: 'POST',
    path: '/api/profile/confirm',
    access: 'signedIn',
    body: Type.Object({ token: linkToken }),
    response: Type.Object({ ok: Type.Literal(true), netID: Type.String() }),
  }),
  /**
   * Mails a password reset link, valid for an hour, if the account exists and mail is configured.
   * Answer and duration are the same for every netID.
   */
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/profile/forgot-password',
    access: 'public',
    body: Type.Object({ netID: text }),
    response: ok,
  }),
  /** With that link's token; ends all sessions. 403 when the link is over. */
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/profile/reset-password',
    access: 'public',
    body: Type.Object({ token: linkToken, newPassword: text }),
    response: ok,
  }),
  /** Confirms a new address using the mailed link. 403 when the link is over. */
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/profile/confirm-email',
    access: 'public',
    body: Type.Object({ token: linkToken }),
    response: Type.Object({ ok: Type.Literal(true), email: Type.String() }),
  }),
  /** The session that asks first, then the others by last use. */
  listSessions: endpoint({
    method: 'GET',
    path: '/api/profile/sessions',
    access: 'signedIn',
    body: null,
    response: Type.Array(ownSession),
  }),
  /** 404 for a session that has ended or is another person's. */
  endSession: endpoint({
    method: 'POST',
    path: '/api/profile/end-session',
    access: 'signedIn',
    body: Type.Object({ id: text }),
    response: ok,
  }),
  /** All of this person's sessions except the one that asks. */
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/api/profile/end-other-sessions',
    access: 'signedIn',
    body: null,
    response: sessionsEnded,
  }),
  /** Everyone with an account, by netID; `details` only for super users. */
  listUsers: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    access: 'lineMonitor',
    body: null,
    response: Type.Array(listedUser),
  }),
  /** Confirms that the netID is this person's, or withdraws it; 404 for an unknown netID. */
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
  /** Is this a server in production where nobody decided whether netIDs are to be proven? */
  netIDProof: endpoint({
    method: 'GET',
    path: '/api/admin/netid-proof',
    access: 'superUser',
    body: null,
    response: Type.Object({ isUndecided: Type.Boolean() }),
  }),
  /** Decides that netIDs need no proof, which ends the warnings. */
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
   * Disables an account and ends its sessions, or enables it again. 404 for an unknown netID; 409
   * for the last super user.
   */
  disableUser: endpoint({
    method: 'POST',
    path: '/api/admin/disable-user',
    access: 'superUser',
    body: Type.Object({ netID: text, value: Type.Boolean() }),
    response: ok,
  }),
  /**
   * Makes a password reset link, shown once, valid for an hour. The owner is told. 404 for an
   * unknown netID; 409 for an account that is disabled or has no password.
   */
  makeResetLink: endpoint({
    method: 'POST',
    path: '/api/admin/reset-link',
    access: 'superUser',
    body: Type.Object({ netID: text }),
    response: Type.Object({ url: Type.String() }),
  }),
  /** Ends all sessions of a person; 404 for an unknown netID. */
  endSessions: endpoint({
    method: 'POST',
    path: '/api/admin/end-sessions',
    access: 'superUser',
    body: Type.Object({ netID: text }),
    response: sessionsEnded,
  }),
}
