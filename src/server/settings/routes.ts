import type { settingsApi } from '../../shared/settings/contract.ts'
import { insertAuditEvent } from '../audit/store.ts'
import { cached } from '../db/cached.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { storedTentLink } from './tent-link.ts'

/** Empty or a web address; anything that could run as a script is refused. */
function isLink(url: string): boolean {
  if (url === '') return true
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

export function settingsRoutes(ctx: ReadContext): Handlers<keyof typeof settingsApi> {
  return {
    getTentLink: cached(ctx, () => ctx.db.read(storedTentLink.find)),

    async updateTentLink({ session, body, write }) {
      const link = { url: body.url.trim(), active: body.active }
      if (!isLink(link.url)) throw new Refusal('linkInvalid')
      await write(async (tx) => {
        await storedTentLink.update(tx, link, ctx.now())
        const event = { netID: session.user.netID, ...link }
        await insertAuditEvent(tx, ctx.now(), { kind: 'tentLinkChanged', ...event })
      })
      return { ok: true, ...link }
    },
  }
}
