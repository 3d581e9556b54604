import { AsyncResource } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { isDatabaseAway } from '../db/database.ts'
import type { Live } from '../live/live.ts'
import { knowsReturns, type LiveSocket } from '../live/page.ts'
import type { LedgerNews } from './ledger/cached-ledger.ts'
import type { CheckState, Step } from './ledger/check-state.ts'
import { type CheckEvent, type EventOf, kindOf } from './ledger/events.ts'
import { drawPictures, startedOf } from './pictures.ts'
import { addRecentList, setRecentLists } from './recent-lists.ts'

type Announcing = Pick<Context, 'db' | 'now' | 'wait'>

/** The ledger's epoch at this moment. */
type LedgerEpoch = { epoch: () => string }

/**
 * Sends the events of a check to the pages of this server, one by one and in order. The returned
 * function may be called inside a transaction; pages are told outside of it.
 */
export function announcer(
  ctx: Announcing & Pick<Context, 'log'>,
  live: Live,
  ledger: LedgerEpoch,
): (change: LedgerNews) => void {
  let telling = Promise.resolve()
  let isRosterWaiting = false
  return AsyncResource.bind((change: LedgerNews) => {
    const isOfRoster = change.kind === 'rosterChanged'
    // The one that waits reads the tents only when its turn comes.
    if (isOfRoster && isRosterWaiting) return
    isRosterWaiting ||= isOfRoster
    const epoch = ledger.epoch()
    telling = telling
      // Writing to thousands of pages takes a while: whoever marked the tent is answered first.
      .then(() => (isMark(change) ? setImmediate() : undefined))
      .then(() => {
        if (isOfRoster) isRosterWaiting = false
        return announce(ctx, live, change, epoch)
      })
      .catch((error) => ctx.log.error({ err: error }, 'pages could not be told of a check'))
  })
}

function isMark(change: LedgerNews): boolean {
  return change.kind === 'events' && change.steps.some(({ event }) => event.kind === 'marked')
}

async function announce(
  ctx: Announcing,
  live: Live,
  change: LedgerNews,
  epoch: string,
): Promise<void> {
  if (change.kind === 'replaced') {
    const { lost, now } = change
    if (lost?.ending === null && lost.id !== now?.id) tellClosed(live, lost, 'cancelled', ctx.now())
    if (now?.ending === null) await tellStarted(ctx, live, now, epoch)
    return
  }
  if (change.kind === 'rosterChanged') return tellTents(ctx, live, change.now, epoch)
  if (change.kind === 'closed') return tellClosed(live, change.known, change.how, ctx.now())
  const { steps } = change
  if (steps[0]?.before !== null) return announceEvents(ctx, live, steps, epoch)
  const state = steps.at(-1)?.after
  if (state?.ending === null) await tellStarted(ctx, live, state, epoch)
}

async function announceEvents(
  ctx: Announcing,
  live: Live,
  steps: readonly Step[],
  epoch: string,
): Promise<void> {
  /** The number of the last event that pages were sent. */
  let lastNumber = steps[0]?.before?.number ?? 0
  for (const [index, { before, event, after: state }] of steps.entries()) {
    const { id: checkId, number } = state
    switch (event.kind) {
      case 'excluded':
      case 'included':
        // Added and removed names of one change are sent as one list.
        if (isAboutNames(steps[index + 1]?.event)) continue
        tellExcluded(live, [...state.excluded.keys()], ctx.now(), {
          checkId,
          number,
          previous: lastNumber,
        })
        break
      case 'ended':
      case 'cancelled':
        tellClosed(live, state, event.kind, ctx.now())
        break
      case 'undone':
        await tellReturned(ctx, live, event, { before, after: state, epoch })
        break
      case 'reopened':
        await tellStarted(ctx, live, state, epoch)
        break
      default:
        tellPlainly(live, { before, event, after: state })
    }
    lastNumber = number
  }
}

function isAboutNames(event: CheckEvent | undefined): boolean {
  return event?.kind === 'excluded' || event?.kind === 'included'
}

/** While the database is away, a read is tried so often again; later events wait behind it. */
const readAgain = { times: 3, afterMs: 1000 }

async function picturesAt(ctx: Pick<Context, 'db' | 'wait'>, state: CheckState, epoch: string) {
  for (let left = readAgain.times; ; left -= 1) {
    try {
      return await ctx.db.read((reader) => drawPictures(reader, { running: state, epoch }))
    } catch (error) {
      if (left === 0 || !isDatabaseAway(error)) throw error
      await ctx.wait(readAgain.afterMs)
    }
  }
}

async function tellPictures(
  ctx: Announcing,
  live: Live,
  state: CheckState,
  epoch: string,
): Promise<void> {
  const pictures = await picturesAt(ctx, state, epoch)
  const [forVisitors, forMonitors] = [pictures.visitors, pictures.lineMonitors].map(startedOf)
  if (forVisitors) live.tellVisitors('checkStarted', forVisitors)
  if (forMonitors) live.tellLineMonitors('checkStarted', forMonitors)
}

/** Sends the whole check, which may have been under way for a while. */
async function tellStarted(
  ctx: Announcing,
  live: Live,
  state: CheckState,
  epoch: string,
): Promise<void> {
  await tellPictures(ctx, live, state, epoch)
  const { id: checkId, number, excluded } = state
  // Forget the lists of earlier checks: no list that a page sends from now on is based on them.
  for (const socket of live.socketsOf('lineMonitors')) setRecentLists(socket, [])
  tellExcluded(live, [...excluded.keys()], ctx.now(), { checkId, number, previous: 0 })
}

/** Sends what the event's kind tells by itself, to each audience with the position that it knows. */
function tellPlainly(live: Live, { before, event, after }: Step): void {
  const { visitors, lineMonitors } = kindOf(event).tells?.(event, after) ?? {}
  const { checkId, number } = event
  if (visitors !== undefined) {
    const [name, payload] = visitors
    const previous = before?.publicNumber ?? 0
    live.tellVisitors(name, { ...payload, checkId, number, previous } as never)
  }
  if (lineMonitors !== undefined) {
    const [name, payload] = lineMonitors
    live.tellLineMonitors(name, { ...payload, checkId, number, previous: number - 1 } as never)
  }
}

/** A mark was undone. Pages that do not know this event get the whole check, as at a start. */
async function tellReturned(
  ctx: Announcing,
  live: Live,
  { mark: { id } }: EventOf<'undone'>,
  { before, after, epoch }: { before: CheckState | null; after: CheckState; epoch: string },
): Promise<void> {
  const { id: checkId, number } = after
  const pictures = await picturesAt(ctx, after, epoch)
  const previous = { visitors: before?.publicNumber ?? 0, lineMonitors: number - 1 }
  for (const audience of ['visitors', 'lineMonitors'] as const) {
    const picture = pictures[audience]
    const tent = picture.activeTents.find((active) => active.id === id)
    const started = startedOf(picture)
    if (tent === undefined || started === null) continue
    const payload = { id, checkId, number, previous: previous[audience], tent }
    const sockets = live.socketsOf(audience)
    live.tell(sockets.filter(knowsReturns), 'tentReturned', payload)
    live.tell(sockets.filter(isOlder), 'checkStarted', started)
  }
  tellExcludedAgain(live, after, ctx.now(), live.socketsOf('lineMonitors').filter(isOlder))
}

/** Sends the tents of the check as they are now: nothing else of it has changed. */
async function tellTents(
  ctx: Announcing,
  live: Live,
  state: CheckState,
  epoch: string,
): Promise<void> {
  await tellPictures(ctx, live, state, epoch)
  tellExcludedAgain(live, state, ctx.now())
}

/** For a page that is told of a start, nobody is excluded until it is sent the names. */
function tellExcludedAgain(
  live: Live,
  { id: checkId, number, excluded }: CheckState,
  now: Date,
  sockets = live.socketsOf('lineMonitors'),
): void {
  tellExcluded(live, [...excluded.keys()], now, { checkId, number, previous: number }, sockets)
}

function isOlder(socket: LiveSocket): boolean {
  return !knowsReturns(socket)
}

/** Line monitors are sent the empty list, too: nobody is excluded any more. */
function tellClosed(
  live: Live,
  { id: checkId, number }: CheckState,
  how: 'ended' | 'cancelled',
  now: Date,
): void {
  const name = how === 'ended' ? 'checkEnded' : 'checkCanceled'
  live.tellVisitors(name, { checkId })
  live.tellLineMonitors(name, { checkId })
  tellExcluded(live, [], now, { checkId, number, previous: number - 1 })
}

/** Sends line monitors, by default all, the list of who is excluded now; remembers it as sent. */
export function tellExcluded(
  live: Live,
  excluded: readonly string[],
  now: Date,
  position: { checkId: string; number: number; previous: number },
  sockets = live.socketsOf('lineMonitors'),
): void {
  for (const socket of sockets) addRecentList(socket, excluded, now)
  live.tell(sockets, 'excludedNamesUpdated', [...excluded], position)
}
