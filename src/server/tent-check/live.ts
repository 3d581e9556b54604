import { contentSum } from '../../shared/tent-check/content-sum.ts'
import { changeOfNames, intendedChange } from '../../shared/tent-check/excluded-names.ts'
import type { Context } from '../context.ts'
import type { Live } from '../live/live.ts'
import { asksForPictures } from '../live/page.ts'
import { tellExcluded } from './announce.ts'
import { exclude } from './ledger/commands/exclude.ts'
import type { Ledger } from './ledger/ledger.ts'
import { type ReadPictures, startedOf } from './pictures.ts'
import { addRecentList, recentLists, setRecentLists } from './recent-lists.ts'

/** Sends pages their initial state when they connect, and handles the list of excluded names. */
export function tentCheckLive(
  ctx: Pick<Context, 'now'>,
  live: Live,
  ledger: Ledger,
  readPictures: ReadPictures,
): void {
  live.onJoin(async (audience, newcomers) => {
    // An event that comes during the read would reach the page before this older picture, so it is
    // read again until none came.
    for (;;) {
      const { position, [audience]: picture } = await readPictures()
      if (position !== ledger.position()) continue
      const isLineMonitor = audience === 'lineMonitors'
      const sockets = newcomers()
      const { epoch, checkId, number, excludedNames, activeTents } = picture.value
      const content = contentSum({ ...picture.value, tents: activeTents })
      const asking = sockets.filter(asksForPictures)
      live.tell(asking, 'checkPosition', { epoch, checkId, number, content, isLineMonitor })
      const started = startedOf(picture.value)
      if (started === null) return
      const others = sockets.filter((socket) => !asksForPictures(socket))
      live.tell(others, 'checkStarted', started)
      if (!isLineMonitor) return
      for (const socket of sockets) addRecentList(socket, excludedNames, ctx.now())
      live.tell(others, 'excludedNamesUpdated', excludedNames, {
        checkId: started.checkId,
        number,
        previous: number,
      })
      return
    }
  })

  live.listen('excludedNamesUpdated', async (socket, session, ...args) => {
    const [list, from] = args as [string[], { base: string[] } | undefined]
    const now = ctx.now()
    const known = recentLists(socket)
    const { change, later } =
      from === undefined
        ? intendedChange(list, known, now.getTime())
        : { change: changeOfNames(from.base, list), later: known }
    setRecentLists(socket, later)
    addRecentList(socket, list, now)
    const given = await ledger.run(exclude, change, session)
    const { checkId, number, excluded, isChanged } = given
    // Nothing changed, but the sender gets the list that is in force.
    if (!isChanged) tellExcluded(live, excluded, ctx.now(), { checkId, number, previous: number })
  })
}
