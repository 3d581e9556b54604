import { can } from '../../shared/access.ts'
import type { tentsApi } from '../../shared/tents/contract.ts'
import { findOwnTent } from '../../shared/tents/match.ts'
import { ownForm, publicForm } from '../../shared/tents/views.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/endpoints.ts'
import { listTents } from './store.ts'

export function tentsRoutes(ctx: Context): Handlers<keyof typeof tentsApi> {
  return {
    async listTents({ session }) {
      const tents = await ctx.db.read(listTents)
      const user = session?.user ?? null
      if (can(user, 'lineMonitor')) return tents
      const own = user === null ? undefined : findOwnTent(tents, user.netID)
      return tents.map((tent) =>
        user !== null && tent === own ? ownForm(tent, user.netID) : publicForm(tent),
      )
    },
  }
}
