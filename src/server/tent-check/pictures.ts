import { easternTime } from '../../shared/eastern-time.ts'
import { type ServerEvents, serverEvents } from '../../shared/events.ts'
import {
  type ActiveTent,
  type CheckStatus,
  fieldsForEveryone,
} from '../../shared/tent-check/contract.ts'
import { emptyParts } from '../../shared/tent-check/empty-parts.ts'
import { checkerPages } from '../../shared/tent-check/pages.ts'
import { publicForm } from '../../shared/tents/views.ts'
import { listNames } from '../accounts/store.ts'
import type { Context } from '../context.ts'
import { cached } from '../db/cached.ts'
import type { Reader } from '../db/database.ts'
import { Shared } from '../http/answer.ts'
import type { Audience } from '../live/page.ts'
import { listTentsById } from '../tents/store.ts'
import type { LedgerView } from './ledger/cached-ledger.ts'
import { type CheckState, outcomeOf } from './ledger/check-state.ts'
import { callsOf, type Done } from './ledger/events.ts'
import type { Ledger } from './ledger/ledger.ts'

/** The picture where no check is on. */
const idle = {
  isCheckInProgress: false,
  activeTents: [],
  numCheckers: 0,
  checkId: null,
  number: 0,
  pages: [],
  ...emptyParts,
  marked: [],
  startedBy: '',
  startedAt: '',
  excludedNames: [],
}

/** The check for each audience. `version`: that of the ledger's cache when it was read. */
type Pictures = { version: number } & Record<Audience, Shared<CheckStatus>>

export type ReadPictures = (view?: LedgerView) => Promise<Pictures>

/**
 * The check's pictures from this server's ledger cache, or from a view of the ledger that is newer;
 * made once for everyone who asks.
 */
export function picturesOf(ctx: Pick<Context, 'db' | 'now'>, ledger: Ledger): ReadPictures {
  const make = (seen: () => SeenCheck) =>
    ctx.db.read(async (reader) => {
      const version = ledger.version()
      const pictures = await drawPictures(reader, seen())
      return {
        version,
        visitors: new Shared(pictures.visitors),
        lineMonitors: new Shared(pictures.lineMonitors),
      }
    })
  const cachedView = () => ({ running: ledger.running(), epoch: ledger.epoch() })
  const readCached = cached(ctx, () => make(cachedView), ledger.version)
  const byView = new WeakMap<LedgerView, Promise<Pictures>>()
  return (view) => {
    if (view === undefined || view.isCopy) return readCached()
    const pictures = byView.get(view) ?? make(() => view)
    byView.set(view, pictures)
    return pictures
  }
}

type SeenCheck = Pick<LedgerView, 'running' | 'epoch'>

/** The check in progress for each audience. */
export async function drawPictures(
  reader: Reader,
  { running: state, epoch }: SeenCheck,
): Promise<Record<Audience, CheckStatus>> {
  if (state === null || state.isUnreadable) {
    const visitors = { ...idle, epoch }
    return {
      visitors,
      lineMonitors: state === null ? visitors : { ...visitors, isUnreadable: true },
    }
  }
  const tents = await tentsOf(reader, state)
  const lineMonitors = wholePicture(state, tents, await namesIn(reader, state), epoch)
  return { visitors: publicPicture(lineMonitors, state), lineMonitors }
}

/** The picture that line monitors see; `publicPicture` makes the other one from it. */
function wholePicture(
  state: CheckState,
  tents: ActiveTent[],
  names: ReadonlyMap<string, string>,
  epoch: string,
): CheckStatus {
  return {
    isCheckInProgress: true,
    epoch,
    checkId: state.id,
    number: state.number,
    activeTents: unmarkedTents(tents, state),
    numCheckers: state.numCheckers,
    pages: checkerPages(tents),
    period: state.rules?.period ?? null,
    clock: state.rules?.clock ?? null,
    callsAtMost: callsOf(state).calls,
    marked: markedTents(tents, state),
    exclusions: Array.from(state.excluded, ([name, done]) => ({ name, ...doneBy(done, names) })),
    calls: state.calls.map((made) => ({ call: made.call, ...doneBy(made, names) })),
    closesAt: state.calls.at(-1)?.closesAt ?? null,
    startedBy: state.startedBy.name,
    startedAt: easternTime(new Date(state.startedAt)),
    excludedNames: [...state.excluded.keys()],
  }
}

function publicPicture(whole: CheckStatus, state: CheckState): CheckStatus {
  return {
    ...idle,
    ...picked(whole, fieldsForEveryone),
    activeTents: whole.activeTents.map(publicTent),
    number: state.publicNumber,
  }
}

function picked<T extends object, Field extends keyof T>(
  from: T,
  fields: readonly Field[],
): Pick<T, Field> {
  return Object.fromEntries(fields.map((field) => [field, from[field]])) as Pick<T, Field>
}

/** Who did something, by the account's name, and when. */
function doneBy({ netID, at }: Done, names: ReadonlyMap<string, string>) {
  return { by: netID === null ? null : { netID, name: names.get(netID) ?? '' }, at }
}

/** The names of those who excluded and called. */
function namesIn(reader: Reader, state: CheckState): Promise<Map<string, string>> {
  const done = [...state.excluded.values(), ...state.calls]
  return listNames(
    reader,
    done.flatMap(({ netID }) => netID ?? []),
  )
}

type Started = Parameters<ServerEvents['checkStarted']>[0]

/** The part of a picture that `checkStarted` sends; null: no check is on. */
export function startedOf(picture: CheckStatus): Started | null {
  if (picture.checkId === null) return null
  const names = Object.keys(serverEvents.checkStarted.args[0].properties)
  const told = Object.entries(picture).filter(([name]) => names.includes(name))
  return Object.fromEntries(told) as Started
}

/** The fields of a tent that everyone may see. */
function publicTent(tent: ActiveTent): ActiveTent {
  return { ...publicForm(tent), groupIndex: tent.groupIndex }
}

/** The check's tents as they are now, in the order fixed at its start. */
async function tentsOf(reader: Reader, state: CheckState): Promise<ActiveTent[]> {
  const ids = state.tents.map((tent) => tent.id)
  const byId = new Map((await listTentsById(reader, ids)).map((tent) => [tent.id, tent]))
  return state.tents.flatMap(({ id, groupIndex, required = null }) => {
    const tent = byId.get(id)
    return tent === undefined ? [] : [{ ...tent, groupIndex, required }]
  })
}

function unmarkedTents(tents: ActiveTent[], state: CheckState): ActiveTent[] {
  return tents.flatMap((tent) => {
    if (state.marks.has(tent.id)) return []
    const corrected = outcomeOf(state, tent.id)
    return [corrected === 'none' ? tent : { ...tent, corrected }]
  })
}

function markedTents(tents: ActiveTent[], state: CheckState): CheckStatus['marked'] {
  return tents.flatMap((tent) => {
    const mark = state.marks.get(tent.id)?.mark
    if (mark === undefined) return []
    const corrected = outcomeOf(state, tent.id)
    return [{ tent, mark: corrected === mark.outcome ? mark : { ...mark, corrected } }]
  })
}
