import type { ServerEvents } from '../../../shared/events.ts'
import { contentSum } from '../../../shared/tent-check/content-sum.ts'
import type {
  ActiveTent,
  CheckerPage,
  CheckStatus,
  MarkedTent,
  PositionWithContent,
} from '../../../shared/tent-check/contract.ts'
import { emptyParts, type Parts } from '../../../shared/tent-check/empty-parts.ts'
import { compareTents } from '../../../shared/tents/order.ts'

/** A running check, as this page knows it. */
export type Check = {
  checkId: string
  /** The number of the last event included. */
  number: number
  numCheckers: number
  pages: CheckerPage[]
  /** The unmarked tents, in order. */
  tents: ActiveTent[]
  marked: MarkedTent[]
  excludedNames: string[]
} & Parts

/** Adds fields that a check stored by an older version of the app lacks. */
export function withAllParts(check: Check): Check {
  return { ...emptyParts, ...check }
}

/** A check or none, and the ledger's epoch at that time. */
export type KnownCheck = { epoch: string; check: Check | null }

export type Picture = {
  /** The ledger's epoch; null: nothing is known yet. */
  epoch: string | null
  /** null: no check is on. */
  check: Check | null
  /** The server has answered; before that, the picture is from this phone's memory. */
  isKnown: boolean
  /** An event was missed: the server must be asked for the whole check. */
  isStale: boolean
  /** Counts the events and answers used: the answer to an older request may be outdated. */
  version: number
}

export const nothingKnown: Picture = {
  epoch: null,
  check: null,
  isKnown: false,
  isStale: false,
  version: 0,
}

type ArgsOf<N extends keyof ServerEvents> = Parameters<ServerEvents[N]>

/** What each live event changes in the picture. */
const changes = {
  checkStarted: started,
  tentStatusUpdated: tentMarked,
  tentReturned,
  checkCalled: called,
  checkCallUndone: callUndone,
  excludedNamesUpdated: namesExcluded,
} satisfies { [Name in keyof ServerEvents]?: (picture: Picture, ...args: ArgsOf<Name>) => Picture }

/** A live event that changes the picture. */
export type LiveEventName = keyof typeof changes
export const liveEventNames = Object.keys(changes) as LiveEventName[]

export type PictureEvent =
  /** The answer to GET check-status, and the picture's version at the request. */
  | { type: 'answered'; status: CheckStatus; askedAt: number }
  | { [Name in LiveEventName]: { type: Name; args: ArgsOf<Name> } }[LiveEventName]
  | { type: 'checkClosed'; checkId: string }

/**
 * Applies an event or answer. Events may come twice, late, or never; in whatever order they and
 * answers come, once `isStale` is false the picture equals the server's. Returns the same object if
 * nothing is new, or if a complete picture (an answer or a started check) could not be used: then
 * ask again.
 */
export function nextPicture(picture: Picture, event: PictureEvent): Picture {
  const next = afterEvent(picture, event)
  return next === picture ? picture : { ...next, version: picture.version + 1 }
}

function afterEvent(picture: Picture, event: PictureEvent): Picture {
  if (event.type === 'answered') return answered(picture, event.status, event.askedAt)
  if (event.type === 'checkClosed') return closed(picture, event.checkId)
  const change = changes[event.type] as (picture: Picture, ...args: unknown[]) => Picture
  return change(picture, ...event.args)
}

/**
 * Is the picture complete up to the position that the server announced? `otherwise`: an event came
 * meanwhile, or the server lost some.
 */
export function howFar(
  picture: Picture,
  told: PositionWithContent,
): 'behind' | 'there' | 'otherwise' {
  const { epoch, check, isKnown, isStale } = picture
  const number = check?.number ?? 0
  const isSame = epoch === told.epoch && (check?.checkId ?? null) === told.checkId
  if (!isKnown || isStale || !isSame || number < told.number) return 'behind'
  const content = check === null ? 0 : contentSum(check)
  return number === told.number && content === told.content ? 'there' : 'otherwise'
}

/**
 * The server's answer replaces the picture, even if it has less. Only the answer to a request older
 * than something already known may be outdated: then ask again.
 */
function answered(picture: Picture, status: CheckStatus, askedAt: number): Picture {
  const { epoch, checkId, number, activeTents: tents, isCheckInProgress, ...rest } = status
  const { startedBy, startedAt, isUnreadable, ...shown } = rest
  const { check } = picture
  const isSameLedger = epoch === picture.epoch && checkId === (check?.checkId ?? null)
  const goesOn = isSameLedger && number >= (check?.number ?? 0)
  const isOvertaken = !goesOn && askedAt !== picture.version
  // Marks came meanwhile: the picture is still as good as before.
  if (isOvertaken && isSameLedger) return picture
  if (isOvertaken) return { ...picture, isStale: true }
  const known = { ...picture, epoch, isKnown: true, isStale: false }
  if (checkId === null) return { ...known, check: null }
  return { ...known, check: keepingEqualParts({ ...shown, checkId, number, tents }, picture) }
}

function started(picture: Picture, event: ArgsOf<'checkStarted'>[0]): Picture {
  const { epoch, activeTents: tents, ...shown } = event
  const { checkId, number } = shown
  const isSame = picture.epoch === epoch && picture.check?.checkId === checkId
  // The answer may have arrived before this event, or the server lost events: ask.
  const isBehind = isSame && picture.isKnown && number < (picture.check?.number ?? 0)
  if (isBehind) return picture
  const excludedNames = isSame ? (picture.check?.excludedNames ?? []) : []
  const check = { ...shown, tents, excludedNames }
  const known = { ...picture, epoch, isKnown: true, isStale: false }
  return { ...known, check: keepingEqualParts(check, picture) }
}

function tentMarked(picture: Picture, event: ArgsOf<'tentStatusUpdated'>[0]): Picture {
  const { check } = picture
  if (check === null || check.checkId !== event.checkId) return { ...picture, isStale: true }
  const tent = check.tents.find(({ id }) => id === event.id)
  if (event.number <= check.number) {
    // The mark is known, but the tent is unmarked here: the server has lost events.
    return tent === undefined || picture.isStale ? picture : { ...picture, isStale: true }
  }
  const tents = check.tents.filter(({ id }) => id !== event.id)
  const { mark } = event
  const marked = tent && mark ? [...check.marked, { tent: asMarked(tent), mark }] : check.marked
  return withChange(picture, event, { ...check, tents, marked })
}

/** A mark outdates what its tent was corrected to. The same object where it was not. */
function asMarked(tent: ActiveTent): ActiveTent {
  const { corrected, ...marked } = tent
  return corrected ? marked : tent
}

type Numbered = Pick<ArgsOf<'tentReturned'>[0], 'checkId' | 'number' | 'previous'>

/** Takes in a check that an event has changed, even if events before it are missing. */
function withChange(picture: Picture, { number, previous }: Numbered, check: Check): Picture {
  if (previous <= check.number) return { ...picture, check: { ...check, number } }
  // The number stays: everything up to it is included.
  return { ...picture, isStale: true, check }
}

/** A mark was undone: the tent is unmarked again, in its old place. */
function tentReturned(picture: Picture, event: ArgsOf<'tentReturned'>[0]): Picture {
  const { id, tent } = event
  return following(picture, event, ({ tents, marked }) => ({
    tents: [...tents.filter((other) => other.id !== id), tent].sort(compareTents),
    marked: marked.filter((other) => other.tent.id !== id),
  }))
}

function called(picture: Picture, event: ArgsOf<'checkCalled'>[0]): Picture {
  const { call, calls: callsAtMost, at, closesAt } = event
  return following(picture, event, ({ calls }) => ({
    calls: [...calls, { call, at, by: null }],
    callsAtMost,
    closesAt,
  }))
}

function callUndone(picture: Picture, event: ArgsOf<'checkCallUndone'>[0]): Picture {
  return following(picture, event, ({ calls }) => ({
    calls: calls.filter(({ call }) => call !== event.call),
    closesAt: null,
  }))
}

/**
 * Applies a change if its event directly follows the known ones; otherwise the whole check must be
 * asked for.
 */
function following(
  picture: Picture,
  event: Numbered,
  change: (check: Check) => Partial<Check>,
): Picture {
  const { check } = picture
  if (check === null || check.checkId !== event.checkId) return { ...picture, isStale: true }
  if (event.number <= check.number) return picture
  if (event.previous > check.number) return { ...picture, isStale: true }
  return { ...picture, check: { ...check, ...change(check), number: event.number } }
}

function namesExcluded(
  picture: Picture,
  excludedNames: string[],
  event: ArgsOf<'excludedNamesUpdated'>[1],
): Picture {
  const { check } = picture
  // After the end of its check, the empty list is no news.
  if (check?.checkId !== event.checkId) return picture
  if (event.number < check.number) return picture
  // Who counts again may be excluded once more, by somebody else.
  const left = check.exclusions.filter(({ name }) => excludedNames.includes(name))
  const exclusions = sameWhereEqual(left, check.exclusions)
  return withChange(picture, event, { ...check, excludedNames, exclusions })
}

function closed(picture: Picture, checkId: string): Picture {
  // Also for an unknown check: an answer under way may still contain it.
  if (picture.check?.checkId !== checkId) return { ...picture }
  return { ...picture, check: null, isKnown: true, isStale: false }
}

/** Reuses parts that are equal, so that they are not drawn again. */
function keepingEqualParts(next: Check, { check }: Picture): Check {
  if (check === null) return next
  return {
    ...next,
    pages: sameWhereEqual(next.pages, check.pages),
    tents: sameWhereEqual(next.tents, check.tents),
  }
}

function sameWhereEqual<T extends object>(next: T[], shown: T[]): T[] {
  // An answer and an event may have the same fields in another order.
  const contentOf = (one: T) => JSON.stringify(Object.entries(one).sort())
  const known = new Map(shown.map((one) => [contentOf(one), one]))
  const list = next.map((one) => known.get(contentOf(one)) ?? one)
  const isSame = list.length === shown.length && list.every((one, place) => one === shown[place])
  return isSame ? shown : list
}
