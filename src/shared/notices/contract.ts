import { type Static, Type } from 'typebox'
import { endpoint, ok } from '../endpoint.ts'
import { oneOf, orNull } from '../schemas.ts'

const clockTime = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })

/**
 * What a person wants to be told. `push`, by kind: `grace`, until when it lasts; `myTent`, Make or
 * Miss; `dispute`, its answer; `check`, that one was started (line monitors); `needed`, what needs
 * work (super users). `shifts`: one's own shifts, and who of them is missing; left out, the saved
 * value stays; at first they come by mail and not by push. `quiet`: the hours without pushes of any
 * kind, in the season's zone; what would come then is dropped.
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
  quiet: orNull(Type.Object({ from: clockTime, to: clockTime })),
})
export type NoticeSettings = Static<typeof noticeSettings>
export type PushKind = keyof NoticeSettings['push']

/** For people who never saved any. */
export const defaultNoticeSettings: NoticeSettings = {
  mail: { miss: true },
  push: { grace: false, myTent: false, dispute: false, check: false, needed: false },
  quiet: null,
}

/**
 * `byHand`: without a mail server or an e-mail address, a person tells it. `to`: a netID; `about`:
 * the message in words, of shifts without when and whose; `at`: since when it has this state, for a waiting Miss the end
 * of its check; `isLate`: it waits for an hour longer than it should, so a person may tell it.
 */
const notice = Type.Object({
  id: Type.String(),
  kind: oneOf([
    'miss',
    'correction',
    'confirmNetID',
    'resetPassword',
    'confirmEmail',
    'resetLinkMade',
    'shifts',
  ]),
  to: Type.String(),
  about: Type.String(),
  state: oneOf(['waiting', 'sent', 'failed', 'byHand', 'done']),
  tries: Type.Integer(),
  error: orNull(Type.String()),
  at: Type.String(),
  isLate: Type.Optional(Type.Boolean()),
})
export type ShownNotice = Static<typeof notice>

const pushEndpoint = Type.String({ maxLength: 1000, pattern: '^https://' })

const subscription = Type.Object({
  endpoint: pushEndpoint,
  keys: Type.Object({
    p256dh: Type.String({ maxLength: 200 }),
    auth: Type.String({ maxLength: 100 }),
  }),
})
export type PushSubscriptionBody = Static<typeof subscription>

const noticeId = Type.Object({ id: Type.String({ maxLength: 200 }) })
const endingMails = Type.Object({ token: Type.String({ maxLength: 500 }) })

export const noticesApi = {
  /**
   * First what was not sent, or not in time, 2,000 at most: of checks, then of shifts, then of
   * accounts; then what waits, then the rest, 1,000 at most; each newest first. `toDo`: how many need
   * a person's work, which mails about accounts do not.
   */
  listNotices: endpoint({
    method: 'GET',
    path: '/api/notices',
    access: 'superUser',
    body: null,
    response: Type.Object({
      notices: Type.Array(notice),
      toDo: Type.Optional(Type.Integer()),
    }),
  }),
  /**
   * What somebody says who tells it by hand: of a check, all that its mail would say now but the link;
   * else its `about`. 409 `noticeOver` where its mail would not be sent any more.
   */
  noticeText: endpoint({
    method: 'GET',
    path: '/api/notices/:id/text',
    access: 'superUser',
    params: noticeId,
    body: null,
    response: Type.Object({ text: Type.String() }),
  }),
  /** Sends it again now; 409 `noticeSent`, and without a mail server 409 `noMailServer`. */
  retryNotice: endpoint({
    method: 'POST',
    path: '/api/notices/:id/retry',
    access: 'superUser',
    params: noticeId,
    body: null,
    response: ok,
  }),
  /** Somebody told it by hand; a sent notice stays sent. */
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
  /** All settings at once. */
  saveNoticeSettings: endpoint({
    method: 'PUT',
    path: '/api/notices/settings',
    access: 'signedIn',
    body: noticeSettings,
    response: noticeSettings,
  }),
  /** The unsubscribe link when it is opened: leads to the profile, and changes nothing. */
  openEndingMails: endpoint({
    method: 'GET',
    path: '/api/notices/unsubscribe/:token',
    access: 'public',
    params: endingMails,
    body: null,
    response: ok,
  }),
  /**
   * The mail program's unsubscribe button (RFC 8058): ends mails of this kind, without a session.
   */
  endMails: endpoint({
    method: 'POST',
    path: '/api/notices/unsubscribe/:token',
    access: 'public',
    params: endingMails,
    body: null,
    response: ok,
  }),
  /** The public key with which browsers subscribe. */
  pushKey: endpoint({
    method: 'GET',
    path: '/api/push-key',
    access: 'public',
    body: null,
    response: Type.Object({ key: Type.String() }),
  }),
  /**
   * Belongs to this session and ends with it; an endpoint belongs to who sent it last. Above 10 per
   * person the oldest is dropped. 400 `subscriptionInvalid` unless it is https with a P-256 point
   * and 16 bytes.
   */
  subscribe: endpoint({
    method: 'POST',
    path: '/api/push-subscriptions',
    access: 'signedIn',
    body: subscription,
    bodyRefusal: 'subscriptionInvalid',
    response: ok,
  }),
  /** Only one's own; 200 also if it is gone. */
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/api/push-subscriptions',
    access: 'signedIn',
    body: Type.Object({ endpoint: pushEndpoint }),
    response: ok,
  }),
}
