import { type Static, Type } from 'typebox'
import { person } from '../accounts/contract.ts'
import { endpoint, ok } from '../endpoint.ts'
import { instant, orNull } from '../schemas.ts'
import { uuid } from '../tent-check/contract.ts'

/** The written pages: `/faq` and `/contacts`. */
export const pageName = Type.Union([Type.Literal('faq'), Type.Literal('contacts')])
export type PageName = Static<typeof pageName>

/** What is written: its length is bounded by `problems.ts`. */
const textForm = Type.Union([Type.Literal('page'), Type.Literal('announcement')])
export type TextForm = Static<typeof textForm>

/**
 * HTML that the server made of Markdown and nothing else: its own few elements, no attribute but
 * the address and title of links, the start of lists and the language of code.
 */
const html = Type.String()

/** A page as everyone reads it. `savedAt` null: nobody has saved it, these are the first texts. */
const page = Type.Object({ html, savedAt: orNull(instant) })

/** `number` grows by one with each save. */
const pageVersion = Type.Object({ number: Type.Integer(), savedAt: instant, by: person })
export type PageVersion = Static<typeof pageVersion>

/** Who is shown an announcement; super users are line monitors here, as everywhere. */
export const audience = Type.Union([Type.Literal('everyone'), Type.Literal('monitors')])
export type Audience = Static<typeof audience>

/** What is announced now, as a reader sees it. */
const shownAnnouncement = Type.Object({ id: Type.String(), html, from: instant })
export type ShownAnnouncement = Static<typeof shownAnnouncement>

/** `at`: when it was written or last changed, `by` whom. `endedAt` null: nobody ended it. */
const announcement = Type.Object({
  ...shownAnnouncement.properties,
  markdown: Type.String(),
  until: instant,
  audience,
  by: person,
  at: instant,
  endedAt: orNull(instant),
})
export type Announcement = Static<typeof announcement>

/**
 * Times in UTC; `from` is now where it is left out; `until` is after it and after now, by a year at
 * most. The Markdown has 1 to 2,000 characters.
 */
const askedAnnouncement = Type.Object({
  markdown: Type.String(),
  from: Type.Optional(instant),
  until: instant,
  audience,
})
export type AskedAnnouncement = Static<typeof askedAnnouncement>

const params = Type.Object({ page: pageName })
const announcementId = Type.Object({ id: uuid })

export const pagesApi = {
  getPage: endpoint({
    method: 'GET',
    path: '/api/pages/:page',
    access: 'public',
    params,
    body: null,
    response: page,
  }),
  /**
   * The Markdown that stands, for changing it, and all versions, newest first. `number` 0: nobody
   * has saved any, and the Markdown is that of the first texts.
   */
  getPageSource: endpoint({
    method: 'GET',
    path: '/api/pages/:page/source',
    access: 'superUser',
    params,
    body: null,
    response: Type.Object({
      number: Type.Integer(),
      markdown: Type.String(),
      versions: Type.Array(pageVersion),
    }),
  }),
  /** Version 0, the first texts, too; 404 `unknownPageVersion`. */
  getPageVersion: endpoint({
    method: 'GET',
    path: '/api/pages/:page/versions/:number',
    access: 'superUser',
    params: Type.Object({ page: pageName, number: Type.Integer() }),
    body: null,
    response: Type.Object({ markdown: Type.String(), html }),
  }),
  /**
   * `number` is the version that was written over: 409 `pageChanged` where it is not the newest any
   * more. 1 to 20,000 characters, else 400 `markdownInvalid`, as for what nests too deep.
   */
  savePage: endpoint({
    method: 'PUT',
    path: '/api/pages/:page',
    access: 'superUser',
    params,
    body: Type.Object({ number: Type.Integer(), markdown: Type.String() }),
    response: Type.Object({ number: Type.Integer() }),
  }),
  /** How it would look, within the limits of what it is to be. Nothing is saved. */
  previewMarkdown: endpoint({
    method: 'POST',
    path: '/api/pages/preview',
    access: 'superUser',
    body: Type.Object({ form: textForm, markdown: Type.String() }),
    response: Type.Object({ html }),
  }),
  /** What is announced now to whoever asks, the one that began last first. */
  listAnnouncements: endpoint({
    method: 'GET',
    path: '/api/announcements',
    access: 'public',
    body: null,
    response: Type.Object({ announcements: Type.Array(shownAnnouncement) }),
  }),
  /** All of the season, those that are over, too; the one that begins last first. */
  listAllAnnouncements: endpoint({
    method: 'GET',
    path: '/api/announcements/all',
    access: 'superUser',
    body: null,
    response: Type.Object({ announcements: Type.Array(announcement) }),
  }),
  /** 400 `announcementInvalid` names the field that is wrong. */
  addAnnouncement: endpoint({
    method: 'POST',
    path: '/api/announcements',
    access: 'superUser',
    body: askedAnnouncement,
    bodyRefusal: 'announcementInvalid',
    response: Type.Object({ ok: Type.Literal(true), id: Type.String() }),
  }),
  /** Without `from` it begins when it began before. 404; 409 `announcementOver`. */
  changeAnnouncement: endpoint({
    method: 'PUT',
    path: '/api/announcements/:id',
    access: 'superUser',
    params: announcementId,
    body: askedAnnouncement,
    bodyRefusal: 'announcementInvalid',
    response: ok,
  }),
  /** Nobody is shown it any more. One that is over stays so: 200. */
  endAnnouncement: endpoint({
    method: 'DELETE',
    path: '/api/announcements/:id',
    access: 'superUser',
    params: announcementId,
    body: null,
    response: ok,
  }),
}
