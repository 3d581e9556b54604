import type { ClientEvents } from '../../shared/events.ts'
import { contentSum } from '../../shared/tent-check/content-sum.ts'
import {
  changeOfNames,
  intendedChange,
  type NamesChange,
} from '../../shared/tent-check/excluded-names.ts'
import type { Context } from '../context.ts'
import { together } from '../db/batch.ts'
import { lowerCased } from '../db/lower-cased.ts'
import type { Live } from '../live/live.ts'
import { asksForPictures, type LiveSocket } from '../live/page.ts'
import { tellExcluded } from './announce.ts'
import { exclude } from './ledger/commands/exclude.ts'
import type { Ledger } from './ledger/ledger.ts'
import { type ReadPictures, startedOf } from './pictures.ts'
import { addRecentList, membersAmong, recentLists, setRecentLists } from './recent-lists.ts'

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
      const { version, [audience]: picture } = await readPictures()
      if (version !== ledger.version()) continue
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
      // The page's next list starts from this one, or from none if it was sent before this arrived.
      const first = [
        { names: [], at: 0, isGuess: true as const },
        { names: excludedNames, at: ctx.now().getTime() },
      ]
      for (const socket of sockets) setRecentLists(socket, first)
      live.tell(others, 'excludedNamesUpdated', excludedNames, {
        checkId: started.checkId,
        number,
        previous: number,
      })
      return
    }
  })

  // One after the other: what a page sends keeps its order.
  const readInTurn = together(() => readPictures())

  /** The change that an older page wants, which sends no list to start from. */
  async function changeOfBareList(socket: LiveSocket, list: string[]): Promise<NamesChange> {
    // The time of arrival: what the page is told after this, it had not seen when it sent the list.
    const now = ctx.now()
    const { lineMonitors } = await readInTurn()
    const names = membersAmong(list, lineMonitors.value)
    const { change, later } = intendedChange(names, {
      known: recentLists(socket),
      inForce: lineMonitors.value.excludedNames,
      now: now.getTime(),
    })
    setRecentLists(socket, later)
    addRecentList(socket, names, now)
    return change
  }

  live.listen('excludedNamesUpdated', async (socket, session, ...args) => {
    const [list, from] = args as Parameters<ClientEvents['excludedNamesUpdated']>
    const change =
      from === undefined
        ? await changeOfBareList(socket, list)
        : { ...lowerCased(from, ['checkId', 'changeId']), ...changeOfNames(from.base, list) }
    if (await ledger.run(exclude, change, session)) return
    // Nothing changed, but the sender gets the list in force. It is read only now, because a newer
    // list may have been sent since the decision.
    const running = ledger.running()
    if (running === null) return
    const { id: checkId, number, excluded } = running
    const position = { checkId, number, previous: number }
    tellExcluded(live, [...excluded.keys()], ctx.now(), position, [socket])
  })
}
