import type { ServerEvents } from '../../../shared/events.ts'
import { contentSum } from '../../../shared/tent-check/content-sum.ts'
import type {
  ActiveTent,
  CheckerPage,
  CheckStatus,
  MarkedTent,
  ToldPosition,
} from '../../../shared/tent-check/contract.ts'
import { compareTents } from '../../../shared/tents/order.ts'

/** A running check as this page knows it. */
export type Check = {
  checkId: string
  /** Of the last event of the ledger that is in. */
  number: number
  numCheckers: number
  pages: CheckerPage[]
  /** The tents that remain, in order. */
  tents: ActiveTent[]
  marked: MarkedTent[]
  excludedNames: string[]
} & Pick<CheckStatus, 'period' | 'clock' | 'exclusions' | 'callsAtMost' | 'calls' | 'closesAt'>

/** A check that an older version of this page wrote down lacks what came since. */
export function withAllParts(check: Check): Check {
  const later = {
    period: null,
    clock: null,
    exclusions: [],
    callsAtMost: 0,
    calls: [],
    closesAt: null,
  }
  return Object.assign(later, check)
}

/** A check, or none, and the epoch in which the server said so. */
export type KnownCheck = { epoch: string; check: Check | null }

export type Picture = {
  /** Of the ledger that this is a picture of; null: nothing is known of it yet. */
  epoch: string | null
  /** null: none is on. */
  check: Check | null
  /** The server has spoken: before that, what is here comes from this phone's own memory. */
  isKnown: boolean
  /** Something was missed: the server must be asked for the whole. */
  isStale: boolean
  /** Rises with every event and answer that counted: an answer asked for before may be overtaken. */
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

export type PictureEvent =
  /** The answer to GET check-status, and the picture's version when it was asked for. */
  | { type: 'answered'; status: CheckStatus; askedAt: number }
  | { type: 'checkStarted'; args: ArgsOf<'checkStarted'> }
  | { type: 'tentStatusUpdated'; args: ArgsOf<'tentStatusUpdated'> }
  | { type: 'tentReturned'; args: ArgsOf<'tentReturned'> }
  | { type: 'checkCalled'; args: ArgsOf<'checkCalled'> }
  | { type: 'checkCallUndone'; args: ArgsOf<'checkCallUndone'> }
  | { type: 'excludedNamesUpdated'; args: ArgsOf<'excludedNamesUpdated'> }
  | { type: 'checkClosed'; checkId: string }

/**
 * One event more. Events may come twice, late, or not at all; whatever order they and the answers
 * come in, once nothing is stale the picture is the server's. The same object: nothing is new, or
 * a whole picture (an answer, or a check that is started) was not taken: ask again.
 */
export function nextPicture(picture: Picture, event: PictureEvent): Picture {
  const next = afterEvent(picture, event)
  return next === picture ? picture : { ...next, version: picture.version + 1 }
}

function afterEvent(picture: Picture, event: PictureEvent): Picture {
  switch (event.type) {
    case 'answered':
      return answered(picture, event.status, event.askedAt)
    case 'checkStarted':
      return started(picture, ...event.args)
    case 'tentStatusUpdated':
      return tentMarked(picture, ...event.args)
    case 'tentReturned':
      return tentReturned(picture, ...event.args)
    case 'checkCalled':
      return called(picture, ...event.args)
    case 'checkCallUndone':
      return callUndone(picture, ...event.args)
    case 'excludedNamesUpdated':
      return namesExcluded(picture, ...event.args)
    case 'checkClosed':
      return closed(picture, event.checkId)
  }
}

/**
 * Whether a picture is whole up to where the server says that the check stands. `otherwise`: an
 * event came meanwhile, or the server has lost something.
 */
export function howFar(picture: Picture, told: ToldPosition): 'behind' | 'there' | 'otherwise' {
  const { epoch, check, isKnown, isStale } = picture
  const number = check?.number ?? 0
  const isSame = epoch === told.epoch && (check?.checkId ?? null) === told.checkId
  if (!isKnown || isStale || !isSame || number < told.number) return 'behind'
  const content = check === null ? 0 : contentSum(check)
  return number === told.number && content === told.content ? 'there' : 'otherwise'
}

/**
 * The server's word is the truth, also where it has less than this page. Only an answer that was
 * asked for before something else was heard may be older than that: then it is asked for again.
 */
function answered(picture: Picture, status: CheckStatus, askedAt: number): Picture {
  const { epoch, checkId, number, activeTents: tents, isCheckInProgress, ...rest } = status
  const { startedBy, startedAt, isUnreadable, ...shown } = rest
  const { check } = picture
  const isSameLedger = epoch === picture.epoch && checkId === (check?.checkId ?? null)
  const goesOn = isSameLedger && number >= (check?.number ?? 0)
  const isOvertaken = !goesOn && askedAt !== picture.version
  // Marks that came meanwhile are no fault of this page: it is as good as it was.
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
  // An answer may have been quicker than this event, or the server has lost something: it is asked.
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
    // Known long ago, and yet the tent is open here: the server no longer knows what this page does.
    return tent === undefined || picture.isStale ? picture : { ...picture, isStale: true }
  }
  const hasGap = event.previous > check.number
  const marked = tent && event.mark ? [...check.marked, { tent, mark: event.mark }] : check.marked
  return {
    ...picture,
    isStale: picture.isStale || hasGap,
    check: {
      ...check,
      // Over a gap the number stands still: it says up to where all is in.
      number: hasGap ? check.number : event.number,
      tents: check.tents.filter(({ id }) => id !== event.id),
      marked,
    },
  }
}

/** A mark was taken back: its tent remains, in its place. */
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

/** What changes by an event that follows what is known; over a gap the whole must be asked for. */
function following(
  picture: Picture,
  event: Pick<ArgsOf<'tentReturned'>[0], 'checkId' | 'number' | 'previous'>,
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
  // After its check is closed, the emptied list says nothing new.
  if (check?.checkId !== event.checkId) return picture
  if (event.number < check.number) return picture
  const hasGap = event.previous > check.number
  return {
    ...picture,
    isStale: picture.isStale || hasGap,
    check: { ...check, number: hasGap ? check.number : event.number, excludedNames },
  }
}

function closed(picture: Picture, checkId: string): Picture {
  // Also of a check that is not here: an answer under way may still say that it is on.
  if (picture.check?.checkId !== checkId) return { ...picture }
  return { ...picture, check: null, isKnown: true, isStale: false }
}

/** What is equal to what the page shows stays the same object, and is not drawn again. */
function keepingEqualParts(next: Check, { check }: Picture): Check {
  if (check === null) return next
  return {
    ...next,
    pages: sameWhereEqual(next.pages, check.pages),
    tents: sameWhereEqual(next.tents, check.tents),
  }
}

function sameWhereEqual<T extends object>(next: T[], shown: T[]): T[] {
  // An answer and an event may name the same fields in another order.
  const contentOf = (one: T) => JSON.stringify(Object.entries(one).sort())
  const known = new Map(shown.map((one) => [contentOf(one), one]))
  const list = next.map((one) => known.get(contentOf(one)) ?? one)
  const isSame = list.length === shown.length && list.every((one, place) => one === shown[place])
  return isSame ? shown : list
}
