import { AsyncResource } from 'node:async_hooks'
import { setImmediate as answersFirst } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { Live } from '../live/live.ts'
import type { LiveSocket } from '../live/page.ts'
import type { Change } from './ledger/cached-ledger.ts'
import { type CheckEvent, type CheckState, type EventOf, fold } from './ledger/events.ts'
import { readPictures, startedOf } from './pictures.ts'

/** The check that a change leads to, with the ledger's epoch as it was then. */
type Known = { epoch: () => string }

/**
 * Tells the pages of this server what happened in a check, event by event and in order. Changes
 * come in the middle of some transaction or other, and are told outside of it.
 */
export function announcer(ctx: Context, live: Live, known: Known): (change: Change) => void {
  let telling = Promise.resolve()
  return AsyncResource.bind((change: Change) => {
    const epoch = known.epoch()
    telling = telling
      // To write to thousands of pages takes a while: who marked a tent is not kept waiting for it.
      .then(() => (isMark(change) ? answersFirst() : undefined))
      .then(() => announce(ctx, live, change, epoch))
      .catch((error) => ctx.log.error({ err: error }, 'pages could not be told of a check'))
  })
}

function isMark(change: Change): boolean {
  return change.kind === 'events' && change.events.some(({ kind }) => kind === 'marked')
}

async function announce(ctx: Context, live: Live, change: Change, epoch: string): Promise<void> {
  if (change.kind === 'replaced') {
    const { lost, now } = change
    if (lost?.ending === null && lost.id !== now?.id) tellClosed(live, lost.id, 'cancelled')
    if (now?.ending === null) await tellStarted(ctx, live, now, epoch)
    return
  }
  const { before, events } = change
  if (before !== null) return announceEvents(ctx, live, before, events)
  const state = events.reduce<CheckState | null>(fold, null)
  if (state?.ending === null) await tellStarted(ctx, live, state, epoch)
}

function announceEvents(
  ctx: Context,
  live: Live,
  before: CheckState,
  events: readonly CheckEvent[],
): void {
  let state = before
  /** Up to where everything was told. */
  let toldTo = state.number
  for (const [index, event] of events.entries()) {
    const from = state
    state = fold(from, event)
    const { id: checkId, number } = state
    switch (event.kind) {
      case 'marked':
        tellMarked(live, event, from)
        break
      case 'excluded':
      case 'included':
        // Names that go and names that come with one change are told as one list.
        if (isAboutNames(events[index + 1])) continue
        tellExcluded(live, state.excluded, ctx.now(), { checkId, number, previous: toldTo })
        break
      case 'ended':
      case 'cancelled':
        tellClosed(live, checkId, event.kind)
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
async function tellStarted(
  ctx: Context,
  live: Live,
  state: CheckState,
  epoch: string,
): Promise<void> {
  const asOfNow = { running: () => state, epoch: () => epoch }
  const pictures = await ctx.db.read((reader) => readPictures(reader, asOfNow))
  const [forVisitors, forMonitors] = [pictures.visitors, pictures.lineMonitors].map(startedOf)
  if (forVisitors) live.tellVisitors('checkStarted', forVisitors)
  if (forMonitors) live.tellLineMonitors('checkStarted', forMonitors)
  const { id: checkId, number, excluded } = state
  // No list of an earlier check is what anyone starts from now.
  for (const socket of live.lineMonitorSockets()) socket.data.known = []
  tellExcluded(live, excluded, ctx.now(), { checkId, number, previous: 0 })
}

function tellMarked(live: Live, event: EventOf<'marked'>, before: CheckState): void {
  const { checkId, number, mark } = event
  const told = { id: mark.id, checkId, number }
  const previous = before.publicNumber
  live.tellVisitors('tentStatusUpdated', { ...told, previous })
  live.tellLineMonitors('tentStatusUpdated', { ...told, previous: number - 1, mark })
}

function tellClosed(live: Live, checkId: string, how: 'ended' | 'cancelled'): void {
  const name = how === 'ended' ? 'checkEnded' : 'checkCanceled'
  live.tellVisitors(name, { checkId })
  live.tellLineMonitors(name, { checkId })
}

/** How many lists a socket may have in flight or on its screen. */
const listsRemembered = 20

/** A list that a socket was told or has sent: what its next bare list means depends on them. */
export function remember(socket: LiveSocket, names: readonly string[], now: Date): void {
  const known = { names: [...names], at: now.getTime() }
  socket.data.known = [...socket.data.known.slice(1 - listsRemembered), known]
}

/** Tells line monitors who is excluded now, and remembers that they were told. */
export function tellExcluded(
  live: Live,
  excluded: readonly string[],
  now: Date,
  position: { checkId: string; number: number; previous: number },
): void {
  for (const socket of live.lineMonitorSockets()) remember(socket, excluded, now)
  live.tellLineMonitors('excludedNamesUpdated', [...excluded], position)
}
