import { type Static, Type } from 'typebox'
import { person } from '../accounts/contract.ts'
import { endpoint, ok } from '../endpoint.ts'
import { instant, oneOf, orNull, uuid } from '../schemas.ts'

/** The written pages: `/faq` and `/contacts`. */
export const pageName = oneOf(['faq', 'contacts'])
export type PageName = Static<typeof pageName>

/** The kind of a text; `problems.ts` limits its length. */
const textForm = oneOf(['page', 'announcement'])
export type TextForm = Static<typeof textForm>

/**
 * HTML made by the server from Markdown: a few elements, and no attributes except address and title
 * of links, start of lists and language of code.
 */
const html = Type.String()

/** A page as everyone reads it. `savedAt` null: nobody saved it yet, this is the initial text. */
const page = Type.Object({ html, savedAt: orNull(instant) })

/** `number` grows by one with each save. */
const pageVersion = Type.Object({ number: Type.Integer(), savedAt: instant, by: person })
export type PageVersion = Static<typeof pageVersion>

/** Who sees an announcement; super users count as line monitors. */
export const audience = oneOf(['everyone', 'monitors'])
export type Audience = Static<typeof audience>

/** A current announcement as readers see it. */
const shownAnnouncement = Type.Object({ id: Type.String(), html, from: instant })
export type ShownAnnouncement = Static<typeof shownAnnouncement>

/** An announcement as `by` saved it at `at`. */
const announcementVersion = Type.Object({
  markdown: Type.String(),
  html,
  from: instant,
  until: instant,
  audience,
  by: person,
  at: instant,
})
export type AnnouncementVersion = Static<typeof announcementVersion>

/** `endedAt` null: nobody ended it. `earlier`: what it was before, newest first. */
const announcement = Type.Object({
  id: Type.String(),
  ...announcementVersion.properties,
  endedAt: orNull(instant),
  earlier: Type.Array(announcementVersion),
})
export type Announcement = Static<typeof announcement>

/**
 * Times in UTC; `from` left out means now; `until` is after it and after now, at most by a year.
 * The Markdown has 1 to 2,000 characters.
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
  /** The newest version of a written page. */
  getPage: endpoint({
    method: 'GET',
    path: '/api/pages/:page',
    access: 'public',
    params,
    body: null,
    response: page,
  }),
  /**
   * The current Markdown, for editing, and all versions, newest first. `number` 0: nobody saved
   * any, and the Markdown is the initial text.
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
  /** Also version 0, the initial text; 404 `unknownPageVersion`. */
  getPageVersion: endpoint({
    method: 'GET',
    path: '/api/pages/:page/versions/:number',
    access: 'superUser',
    params: Type.Object({ page: pageName, number: Type.Integer() }),
    body: null,
    response: Type.Object({ markdown: Type.String(), html }),
  }),
  /**
   * `number`: the version that was edited; 409 `pageChanged` if it is not the newest any more. 1 to
   * 20,000 characters, else 400 `markdownInvalid`, also for Markdown nested too deep.
   */
  savePage: endpoint({
    method: 'PUT',
    path: '/api/pages/:page',
    access: 'superUser',
    params,
    body: Type.Object({ number: Type.Integer(), markdown: Type.String() }),
    response: Type.Object({ number: Type.Integer() }),
  }),
  /** Renders a text, within the limits of its form. Nothing is saved. */
  previewMarkdown: endpoint({
    method: 'POST',
    path: '/api/pages/preview',
    access: 'superUser',
    body: Type.Object({ form: textForm, markdown: Type.String() }),
    response: Type.Object({ html }),
  }),
  /** The current announcements for this person, latest start first. */
  listAnnouncements: endpoint({
    method: 'GET',
    path: '/api/announcements',
    access: 'public',
    body: null,
    response: Type.Object({ announcements: Type.Array(shownAnnouncement) }),
  }),
  /** All of the season's announcements, also past ones; latest start first. */
  listAllAnnouncements: endpoint({
    method: 'GET',
    path: '/api/announcements/all',
    access: 'superUser',
    body: null,
    response: Type.Object({ announcements: Type.Array(announcement) }),
  }),
  /** 400 `announcementInvalid` names the wrong field. */
  addAnnouncement: endpoint({
    method: 'POST',
    path: '/api/announcements',
    access: 'superUser',
    body: askedAnnouncement,
    bodyRefusal: 'announcementInvalid',
    response: Type.Object({ ok: Type.Literal(true), id: Type.String() }),
  }),
  /**
   * Left out, `from` stays as it is. `over`: the `at` of the version that the person saw; 409
   * `announcementChanged` if it is not the newest any more. What it was before is kept. 404; 409
   * `announcementOver`.
   */
  changeAnnouncement: endpoint({
    method: 'PUT',
    path: '/api/announcements/:id',
    access: 'superUser',
    params: announcementId,
    body: Type.Object({ ...askedAnnouncement.properties, over: Type.Optional(instant) }),
    bodyRefusal: 'announcementInvalid',
    response: ok,
  }),
  /** Hides it from everyone. 200 also if it is already over. */
  endAnnouncement: endpoint({
    method: 'DELETE',
    path: '/api/announcements/:id',
    access: 'superUser',
    params: announcementId,
    body: null,
    response: ok,
  }),
}
