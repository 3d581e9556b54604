import { AsyncResource } from 'node:async_hooks'
import { setImmediate as answersFirst } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { Live } from '../live/live.ts'
import type { LiveSocket } from '../live/page.ts'
import type { Change } from './ledger/cached-ledger.ts'
import { type CheckState, callsOf, fold } from './ledger/check-state.ts'
import { type CheckEvent, type EventOf, factsOf } from './ledger/events.ts'
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
  if (before !== null) return announceEvents(ctx, live, before, events, epoch)
  const state = events.reduce<CheckState | null>(fold, null)
  if (state?.ending === null) await tellStarted(ctx, live, state, epoch)
}

async function announceEvents(
  ctx: Context,
  live: Live,
  before: CheckState,
  events: readonly CheckEvent[],
  epoch: string,
): Promise<void> {
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
        tellExcluded(live, [...state.excluded.keys()], ctx.now(), {
          checkId,
          number,
          previous: toldTo,
        })
        break
      case 'ended':
      case 'cancelled':
        tellClosed(live, checkId, event.kind)
        tellExcluded(live, [], ctx.now(), { checkId, number, previous: number - 1 })
        break
      case 'undone':
        await tellReturned(ctx, live, event, { before: from, after: state, epoch })
        break
      case 'called':
        tellCalled(live, event, state)
        break
      case 'callUndone':
        live.tellLineMonitors('checkCallUndone', {
          checkId,
          number,
          previous: number - 1,
          call: event.call,
        })
        break
      case 'reopened':
        await tellStarted(ctx, live, state, epoch)
        break
      case 'started':
      case 'lateMark':
      case 'corrected':
        break
      default:
        event satisfies never
    }
    toldTo = number
  }
}

function isAboutNames(event: CheckEvent | undefined): boolean {
  return event?.kind === 'excluded' || event?.kind === 'included'
}

function picturesAt(ctx: Context, state: CheckState, epoch: string) {
  const asOfNow = { running: () => state, epoch: () => epoch }
  return ctx.db.read((reader) => readPictures(reader, asOfNow))
}

/** A check that is new to this server: as it stands, however far it is. */
async function tellStarted(
  ctx: Context,
  live: Live,
  state: CheckState,
  epoch: string,
): Promise<void> {
  const pictures = await picturesAt(ctx, state, epoch)
  const [forVisitors, forMonitors] = [pictures.visitors, pictures.lineMonitors].map(startedOf)
  if (forVisitors) live.tellVisitors('checkStarted', forVisitors)
  if (forMonitors) live.tellLineMonitors('checkStarted', forMonitors)
  const { id: checkId, number, excluded } = state
  // No list of an earlier check is what anyone starts from now.
  for (const socket of live.lineMonitorSockets()) socket.data.known = []
  tellExcluded(live, [...excluded.keys()], ctx.now(), { checkId, number, previous: 0 })
}

function tellMarked(live: Live, event: EventOf<'marked'>, before: CheckState): void {
  const { checkId, number } = event
  const mark = factsOf(event)
  const told = { id: mark.id, checkId, number }
  const previous = before.publicNumber
  live.tellVisitors('tentStatusUpdated', { ...told, previous })
  live.tellLineMonitors('tentStatusUpdated', { ...told, previous: number - 1, mark })
}

/** A mark was taken back; pages that do not know of that are told what remains, as at a start. */
async function tellReturned(
  ctx: Context,
  live: Live,
  { mark: { id } }: EventOf<'undone'>,
  { before, after, epoch }: { before: CheckState; after: CheckState; epoch: string },
): Promise<void> {
  const { id: checkId, number } = after
  const pictures = await picturesAt(ctx, after, epoch)
  const previous = { visitors: before.publicNumber, lineMonitors: number - 1 }
  for (const audience of ['visitors', 'lineMonitors'] as const) {
    const picture = pictures[audience]
    const tent = picture.activeTents.find((active) => active.id === id)
    const started = startedOf(picture)
    if (tent === undefined || started === null) continue
    const told = { id, checkId, number, previous: previous[audience], tent }
    live.tellNewerPages(audience, 'tentReturned', told)
    live.tellOlderPages(audience, 'checkStarted', started)
  }
}

function tellCalled(live: Live, event: EventOf<'called'>, state: CheckState): void {
  const { checkId, number, call, at, closesAt } = event
  const { calls } = callsOf(state)
  const told = { checkId, number, previous: number - 1, call, calls, at, closesAt }
  live.tellLineMonitors('checkCalled', told)
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
