import { type Static, Type } from 'typebox'
import { endpoint, ok } from '../endpoint.ts'

const clockTime = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })

/**
 * What a person wants to be told. `push`, by kind: `grace`, until when it lasts; `myTent`, Make or
 * Miss; `dispute`, its answer; `check`, that one was started, for line monitors; `needed`, what
 * needs a hand, for super users. `shifts`, by mail and push: one's own shifts, and who of them is not
 * there; where it is left out what was said before stays, and of whoever never said it is wanted.
 * `quiet`: from when to when nothing is pushed, in the season's zone, but for shifts.
 */
export const noticeSettings = Type.Object({
  mail: Type.Object({ miss: Type.Boolean(), shifts: Type.Optional(Type.Boolean()) }),
  push: Type.Object({
    grace: Type.Boolean(),
    myTent: Type.Boolean(),
    dispute: Type.Boolean(),
    check: Type.Boolean(),
    needed: Type.Boolean(),
    shifts: Type.Optional(Type.Boolean()),
  }),
  quiet: Type.Union([Type.Object({ from: clockTime, to: clockTime }), Type.Null()]),
})
export type NoticeSettings = Static<typeof noticeSettings>
export type PushKind = keyof NoticeSettings['push']

/** Of whoever has not said anything. */
export const defaultNoticeSettings: NoticeSettings = {
  mail: { miss: true },
  push: { grace: false, myTent: false, dispute: false, check: false, needed: false },
  quiet: null,
}

/**
 * `byHand`: there is no mail server, so a person tells it. `to`: a netID; `about`: what it says, in
 * words; `at`: since when it is in this state, of a Miss that waits the end of its check.
 */
const notice = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  to: Type.String(),
  about: Type.String(),
  state: Type.Union([
    Type.Literal('waiting'),
    Type.Literal('sent'),
    Type.Literal('failed'),
    Type.Literal('byHand'),
    Type.Literal('done'),
  ]),
  tries: Type.Integer(),
  error: Type.Union([Type.String(), Type.Null()]),
  at: Type.String(),
})
export type ShownNotice = Static<typeof notice>

const pushEndpoint = Type.String({ maxLength: 2000, pattern: '^https://' })

const subscription = Type.Object({
  endpoint: pushEndpoint,
  keys: Type.Object({
    p256dh: Type.String({ maxLength: 200 }),
    auth: Type.String({ maxLength: 100 }),
  }),
})
export type PushSubscriptionBody = Static<typeof subscription>

const noticeId = Type.Object({ id: Type.String({ maxLength: 100 }) })
const endingMails = Type.Object({ token: Type.String({ maxLength: 500 }) })

export const noticesApi = {
  /** What needs a hand first, then what waits, then the newest of the rest. */
  listNotices: endpoint({
    method: 'GET',
    path: '/api/notices',
    access: 'superUser',
    body: null,
    response: Type.Object({ notices: Type.Array(notice) }),
  }),
  /** Sends it again at once; 409 `noticeSent`, and without a mail server 409 `noMailServer`. */
  retryNotice: endpoint({
    method: 'POST',
    path: '/api/notices/:id/retry',
    access: 'superUser',
    params: noticeId,
    body: null,
    response: ok,
  }),
  /** Somebody told it by hand; what was sent stays sent. */
  tickOffNotice: endpoint({
    method: 'POST',
    path: '/api/notices/:id/done',
    access: 'superUser',
    params: noticeId,
    body: null,
    response: ok,
  }),
  getNoticeSettings: endpoint({
    method: 'GET',
    path: '/api/notices/settings',
    access: 'signedIn',
    body: null,
    response: noticeSettings,
  }),
  /** The whole. */
  saveNoticeSettings: endpoint({
    method: 'PUT',
    path: '/api/notices/settings',
    access: 'signedIn',
    body: noticeSettings,
    response: noticeSettings,
  }),
  /** The address in a mail, for those who open it: leads to the profile, and changes nothing. */
  openEndingMails: endpoint({
    method: 'GET',
    path: '/api/notices/unsubscribe/:token',
    access: 'public',
    params: endingMails,
    body: null,
    response: ok,
  }),
  /** The mail program's own button (RFC 8058): no more mails of its kind, without a session. */
  endMails: endpoint({
    method: 'POST',
    path: '/api/notices/unsubscribe/:token',
    access: 'public',
    params: endingMails,
    body: null,
    response: ok,
  }),
  /** What a browser subscribes with. */
  pushKey: endpoint({
    method: 'GET',
    path: '/api/push-key',
    access: 'public',
    body: null,
    response: Type.Object({ key: Type.String() }),
  }),
  /**
   * Of this session, and gone with it; an endpoint is its last sender's. Of more than 10 of a person
   * the oldest goes. 400 `subscriptionInvalid` but for https, a P-256 point and 16 bytes.
   */
  subscribe: endpoint({
    method: 'POST',
    path: '/api/push-subscriptions',
    access: 'signedIn',
    body: subscription,
    bodyRefusal: 'subscriptionInvalid',
    response: ok,
  }),
  /** One's own; again 200. */
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/api/push-subscriptions',
    access: 'signedIn',
    body: Type.Object({ endpoint: pushEndpoint }),
    response: ok,
  }),
}
