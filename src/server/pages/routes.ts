import type { PageName, pagesApi } from '../../shared/pages/contract.ts'
import { cached } from '../db/cached.ts'
import { Shared } from '../http/answer.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { announcementCalls } from './announcement-calls.ts'
import { firstHtml, firstTexts } from './first-texts.ts'
import { rendered } from './rendered.ts'
import { saveVersion } from './saving.ts'
import { findNewest, findVersion, listVersions } from './store.ts'

export function pagesRoutes(ctx: ReadContext): Handlers<keyof typeof pagesApi> {
  const shownOf = (page: PageName) =>
    cached(ctx, async () => {
      const newest = await ctx.db.read((reader) => findNewest(reader, page))
      return new Shared(
        newest === undefined
          ? { html: firstHtml(page), savedAt: null }
          : { html: newest.html, savedAt: newest.savedAt.toISOString() },
      )
    })
  const shown = { faq: shownOf('faq'), contacts: shownOf('contacts') }

  return {
    ...announcementCalls(ctx),

    getPage: ({ params: { page } }) => shown[page](),

    async getPageSource({ params: { page } }) {
      return ctx.db.read(async (reader) => {
        const newest = await findNewest(reader, page)
        const { number, markdown } = newest ?? { number: 0, markdown: firstTexts[page] }
        return { number, markdown, versions: await listVersions(reader, page) }
      })
    },

    async getPageVersion({ params: { page, number } }) {
      if (number === 0) return { markdown: firstTexts[page], html: firstHtml(page) }
      const version = await ctx.db.read((reader) => findVersion(reader, page, number))
      if (version === undefined) throw new Refusal('unknownPageVersion')
      return version
    },

    async savePage({ session, params: { page }, body: { number: over, markdown }, write }) {
      const html = await rendered(ctx, 'page', markdown)
      return write(async (tx) => {
        const newest = await findNewest(tx, page)
        if ((newest?.number ?? 0) !== over) throw new Refusal('pageChanged')
        const number = over + 1
        const [savedBy, savedAt] = [session.user.netID, ctx.now()]
        await saveVersion(tx, { page, number, markdown, html, savedBy, savedAt })
        return { number }
      })
    },

    async previewMarkdown({ body: { form, markdown } }) {
      return { html: await rendered(ctx, form, markdown) }
    },
  }
}
