import { AsyncResource } from 'node:async_hooks'
import { setImmediate as answersFirst } from 'node:timers/promises'
import type { CheckStatus } from '../../shared/tent-check/contract.ts'
import { type CheckEvent, type CheckState, fold } from '../../shared/tent-check/rules.ts'
import type { Context } from '../context.ts'
import type { Live } from '../live/live.ts'
import type { LiveSocket } from '../live/page.ts'
import type { News } from './current.ts'
import { checkStatus } from './snapshot.ts'

/**
 * Tells the pages of this server what happened in a check, event by event and in order. It is
 * heard of in the middle of some transaction or other, and told outside of it.
 */
export function announcer(ctx: Context, live: Live): (news: News) => void {
  let telling = Promise.resolve()
  return AsyncResource.bind((news: News) => {
    telling = telling
      // To write to thousands of pages takes a while: who marked a tent is not kept waiting for it.
      .then(() => (news.events.some(({ kind }) => kind === 'marked') ? answersFirst() : undefined))
      .then(() => announce(ctx, live, news))
      .catch((error) => ctx.log.error({ err: error }, 'pages could not be told of a check'))
  })
}

async function announce(ctx: Context, live: Live, { before, events }: News): Promise<void> {
  let state = before
  if (state === null) {
    state = events.reduce(fold, state)
    if (state?.ending === null) await announceCheck(ctx, live, state)
    return
  }
  /** Up to where everything was told. */
  let toldTo = state.number
  for (const [index, event] of events.entries()) {
    const from: CheckState = state
    state = fold(from, event)
    const { id: checkId, number } = state
    switch (event.kind) {
      case 'marked':
        announceMark(live, event, from)
        break
      case 'excluded':
      case 'included':
        // Names that go and names that come with one change are told as one list.
        if (isAboutNames(events[index + 1])) continue
        tellExcluded(live, state.excluded, ctx.now(), { checkId, number, previous: toldTo })
        break
      case 'ended':
      case 'cancelled':
        announceEnd(live, event)
        tellExcluded(live, [], ctx.now(), { checkId, number, previous: number - 1 })
        break
      case 'started':
      case 'lateMark':
        break
    }
    toldTo = number
  }
}

function isAboutNames(event: CheckEvent | undefined): boolean {
  return event?.kind === 'excluded' || event?.kind === 'included'
}

/** A check that is new to this server: as it stands, however far it is. */
async function announceCheck(ctx: Context, live: Live, state: CheckState): Promise<void> {
  const [forVisitors, forMonitors] = await ctx.db.read(async (reader) => [
    await checkStatus(reader, state, 'visitors'),
    await checkStatus(reader, state, 'lineMonitors'),
  ])
  live.tellVisitors('checkStarted', toldOf(state, forVisitors))
  live.tellLineMonitors('checkStarted', toldOf(state, forMonitors))
  const { id: checkId, number, excluded } = state
  // No list of an earlier check is what anyone starts from now.
  for (const socket of live.lineMonitorSockets()) socket.data.known = []
  tellExcluded(live, excluded, ctx.now(), { checkId, number, previous: 0 })
}

function toldOf({ id: checkId }: CheckState, status: CheckStatus) {
  const { epoch, activeTents, numCheckers, number, pages, marked } = status
  return { epoch, activeTents, numCheckers, checkId, number, pages, marked }
}

function announceMark(
  live: Live,
  { checkId, number, mark }: CheckEvent & { kind: 'marked' },
  before: CheckState,
): void {
  const told = { id: mark.id, checkId, number }
  const previous = before.publicNumber
  live.tellVisitors('tentStatusUpdated', { ...told, previous })
  live.tellLineMonitors('tentStatusUpdated', { ...told, previous: number - 1, mark })
}

function announceEnd(
  live: Live,
  { checkId, kind }: CheckEvent & { kind: 'ended' | 'cancelled' },
): void {
  const name = kind === 'ended' ? 'checkEnded' : 'checkCanceled'
  live.tellVisitors(name, { checkId })
  live.tellLineMonitors(name, { checkId })
}

/** How many lists a socket may have in flight or on its screen. */
const listsRemembered = 20

/** A list that a socket was told or has sent: what its next bare list means depends on them. */
export function remember(socket: LiveSocket, names: string[], now: Date): void {
  const known = { names, at: now.getTime() }
  socket.data.known = [...socket.data.known.slice(1 - listsRemembered), known]
}

/** Tells line monitors who is excluded now, and remembers that they were told. */
export function tellExcluded(
  live: Live,
  excluded: string[],
  now: Date,
  position: { checkId: string; number: number; previous: number },
): void {
  for (const socket of live.lineMonitorSockets()) remember(socket, excluded, now)
  live.tellLineMonitors('excludedNamesUpdated', excluded, position)
}
