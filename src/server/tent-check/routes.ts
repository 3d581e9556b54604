import { can } from '../../shared/access.ts'
import type { tentCheckApi } from '../../shared/tent-check/contract.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/endpoints.ts'
import type { Live } from '../live/live.ts'
import { closeCheck, startCheck } from './course.ts'
import type { CurrentCheck } from './current.ts'
import { marking } from './marking.ts'
import type { ReadPictures } from './snapshot.ts'

export function tentCheckRoutes(
  ctx: Context,
  live: Live,
  current: CurrentCheck,
  readPictures: ReadPictures,
): Handlers<keyof typeof tentCheckApi> {
  const markTent = marking(ctx, live, current)
  return {
    async checkStatus({ session }) {
      const audience = can(session?.user ?? null, 'lineMonitor') ? 'lineMonitors' : 'visitors'
      // Another server may have written what no bell has told here yet: whoever asks is told it.
      await ctx.db.read(current.find)
      return (await readPictures())[audience]
    },

    async startCheck({ session, body }) {
      const checkId = await startCheck(ctx, live, current, session.user.netID, body)
      return { ok: true, checkId }
    },

    async endCheck({ session, body }) {
      const { netID } = session.user
      const onlyIfEmpty = body.ifEmpty === true
      await closeCheck(ctx, live, current, { kind: 'ended', netID, onlyIfEmpty })
      return { ok: true }
    },

    async cancelCheck({ session }) {
      const { netID } = session.user
      await closeCheck(ctx, live, current, { kind: 'cancelled', netID, onlyIfEmpty: false })
      return { ok: true }
    },

    async mark({ session, body }) {
      return { ok: true, mark: await markTent(session, body) }
    },
  }
}
