import type { ActiveTent } from '../../shared/tent-check/contract.ts'
import { checkerPages } from '../../shared/tent-check/pages.ts'
import type { CheckEvent, CheckState } from '../../shared/tent-check/rules.ts'
import type { Live } from '../live/live.ts'
import { publicTent } from './snapshot.ts'

/** Tells every page of an event that is committed. `before`: the state it came upon. */
export function announce(live: Live, event: CheckEvent, before: CheckState | null): void {
  const { checkId, number } = event
  switch (event.kind) {
    case 'marked': {
      const told = { id: event.mark.id, checkId, number }
      const previous = before?.publicNumber ?? 0
      live.tellVisitors('tentStatusUpdated', { ...told, previous })
      live.tellLineMonitors('tentStatusUpdated', {
        ...told,
        previous: number - 1,
        mark: event.mark,
      })
      return
    }
    case 'ended':
    case 'cancelled': {
      const name = event.kind === 'ended' ? 'checkEnded' : 'checkCanceled'
      live.tellVisitors(name, { checkId })
      live.tellLineMonitors(name, { checkId })
      return
    }
    case 'started':
    case 'excluded':
    case 'included':
    case 'lateMark':
      return
  }
}

/** Tells every page that a check began, with the tents as each may see them. */
export function announceStart(
  live: Live,
  event: CheckEvent & { kind: 'started' },
  tents: ActiveTent[],
): void {
  const told = {
    numCheckers: event.numCheckers,
    checkId: event.checkId,
    number: event.number,
    pages: checkerPages(tents),
    marked: [],
  }
  live.tellVisitors('checkStarted', { ...told, activeTents: tents.map(publicTent) })
  live.tellLineMonitors('checkStarted', { ...told, activeTents: tents })
}

/** Tells line monitors who is excluded now, and remembers that they were told. */
export function announceExcluded(
  live: Live,
  excluded: string[],
  position: { checkId: string; number: number; previous: number },
): void {
  for (const socket of live.lineMonitorSockets()) socket.data.known.push(excluded)
  live.tellLineMonitors('excludedNamesUpdated', excluded, position)
}
