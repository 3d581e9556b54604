import { Value } from 'typebox/value'
import { type settingsApi, tentLink } from '../../shared/settings/contract.ts'
import { demandSuperUser } from '../accounts/roles.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { findSetting, updateSetting } from './store.ts'

const tentLinkKey = 'tentLink'

/** Empty, or an address of the web; anything that could act as a script is refused. */
function isLink(url: string): boolean {
  if (url === '') return true
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

export function settingsRoutes(ctx: Context): Handlers<keyof typeof settingsApi> {
  return {
    async getTentLink() {
      const value = await ctx.db.read((reader) => findSetting(reader, tentLinkKey))
      return Value.Check(tentLink, value) ? value : { url: '', active: false }
    },

    async updateTentLink({ session, body }) {
      const link = { url: body.url.trim(), active: body.active }
      if (!isLink(link.url)) throw new Refusal('linkInvalid')
      await ctx.db.transaction(async (tx) => {
        await demandSuperUser(tx, session.user.netID)
        await updateSetting(tx, tentLinkKey, link, ctx.now())
      })
      return link
    },
  }
}
