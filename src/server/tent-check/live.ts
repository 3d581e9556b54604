import { changeOfNames, intendedChange } from '../../shared/tent-check/rules.ts'
import { membersOf } from '../../shared/tents/members.ts'
import type { Context } from '../context.ts'
import type { Live } from '../live/live.ts'
import { listTentsById } from '../tents/store.ts'
import { remember } from './announce.ts'
import { changeExcluded } from './course.ts'
import type { CurrentCheck } from './current.ts'
import type { ReadPictures } from './snapshot.ts'

/** What pages are told when they connect, and what they may say. */
export function tentCheckLive(
  ctx: Context,
  live: Live,
  current: CurrentCheck,
  readPictures: ReadPictures,
): void {
  live.onJoin(async (audience, newcomers) => {
    // What comes while this is read would be told before it: read again until nothing did.
    for (;;) {
      const { position, [audience]: picture } = await readPictures()
      if (position !== current.position()) continue
      const { epoch, checkId, activeTents, numCheckers, number, pages, marked, excludedNames } =
        picture.value
      if (checkId === null) return
      const sockets = newcomers()
      const check = { epoch, activeTents, numCheckers, checkId, number, pages, marked }
      live.tell(sockets, 'checkStarted', check)
      if (audience !== 'lineMonitors') return
      for (const socket of sockets) remember(socket, excludedNames, ctx.now())
      const at = { checkId, number, previous: number }
      live.tell(sockets, 'excludedNamesUpdated', excludedNames, at)
      return
    }
  })

  live.listen('excludedNamesUpdated', async (socket, user, ...args) => {
    const [list, from] = args as [string[], { base: string[] } | undefined]
    const now = ctx.now()
    const change =
      from === undefined
        ? intendedChange(list, socket.data.known, now.getTime())
        : changeOfNames(from.base, list)
    remember(socket, list, now)
    await changeExcluded(ctx, live, current, user.netID, change, async (tx, state) => {
      const tents = await listTentsById(
        tx,
        state.tents.map((tent) => tent.id),
      )
      return new Set(tents.flatMap(membersOf))
    })
  })
}
