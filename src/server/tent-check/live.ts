import { changeOfNames, intendedChange } from '../../shared/tent-check/rules.ts'
import { membersOf } from '../../shared/tents/views.ts'
import type { Context } from '../context.ts'
import type { Live } from '../live/live.ts'
import { listTentsById } from '../tents/store.ts'
import { remember } from './announce.ts'
import { changeExcluded } from './course.ts'
import type { CurrentCheck } from './current.ts'
import { checkStatus } from './snapshot.ts'

/** What pages are told when they connect, and what they may say. */
export function tentCheckLive(ctx: Context, live: Live, current: CurrentCheck): void {
  live.onJoin(async (socket, audience) => {
    // What comes while this is read would be told before it: read again until nothing did.
    for (;;) {
      const { position, status } = await ctx.db.read(async (reader) => {
        const state = await current.find(reader)
        return { position: current.position(), status: await checkStatus(reader, state, audience) }
      })
      if (position !== current.position()) continue
      const { checkId, activeTents, numCheckers, number, pages, marked, excludedNames } = status
      if (checkId === null) return
      socket.emit('checkStarted', { activeTents, numCheckers, checkId, number, pages, marked })
      if (audience !== 'lineMonitors') return
      remember(socket, excludedNames)
      socket.emit('excludedNamesUpdated', excludedNames, { checkId, number, previous: number })
      return
    }
  })

  live.listen('excludedNamesUpdated', async (socket, user, ...args) => {
    const [list, from] = args as [string[], { base: string[] } | undefined]
    const change =
      from === undefined ? intendedChange(list, socket.data.known) : changeOfNames(from.base, list)
    remember(socket, list)
    await changeExcluded(ctx, live, current, user.netID, change, async (tx, state) => {
      const tents = await listTentsById(
        tx,
        state.tents.map((tent) => tent.id),
      )
      return new Set(tents.flatMap(membersOf))
    })
  })
}
