import { changeOfNames, intendedChange } from '../../shared/tent-check/rules.ts'
import type { Context } from '../context.ts'
import type { Live } from '../live/live.ts'
import { remember, tellExcluded } from './announce.ts'
import { exclude } from './ledger/commands/exclude.ts'
import type { Ledger } from './ledger/ledger.ts'
import { type ReadPictures, startedOf } from './pictures.ts'

/** What pages are told when they connect, and what they may say. */
export function tentCheckLive(
  ctx: Context,
  live: Live,
  ledger: Ledger,
  readPictures: ReadPictures,
): void {
  live.onJoin(async (audience, newcomers) => {
    // What comes while this is read would be told before it: read again until nothing did.
    for (;;) {
      const { position, [audience]: picture } = await readPictures()
      if (position !== ledger.position()) continue
      const started = startedOf(picture.value)
      if (started === null) return
      const sockets = newcomers()
      live.tell(sockets, 'checkStarted', started)
      if (audience !== 'lineMonitors') return
      const { excludedNames } = picture.value
      for (const socket of sockets) remember(socket, excludedNames, ctx.now())
      const { checkId, number } = started
      live.tell(sockets, 'excludedNamesUpdated', excludedNames, {
        checkId,
        number,
        previous: number,
      })
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
    const given = await ledger.run(exclude, change, { user, tokenHash: null })
    const { checkId, number, excluded, isChanged } = given
    // Nothing changed, but whoever sent a list is told what holds.
    if (!isChanged) tellExcluded(live, excluded, ctx.now(), { checkId, number, previous: number })
  })
}
