import type { ServerEvents } from '../../shared/events.ts'
import type {
  ActiveTent,
  CheckerPage,
  CheckStatus,
  MarkedTent,
} from '../../shared/tent-check/contract.ts'

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
}

export type Picture = {
  /** null: none is on. */
  check: Check | null
  /** The server has spoken: before that, what is here comes from this phone's own memory. */
  isKnown: boolean
  /** Something was missed: the server must be asked for the whole. */
  isStale: boolean
  /** Rises when a check begins or closes: an answer that was asked for before that is void. */
  turn: number
}

export const nothingKnown: Picture = { check: null, isKnown: false, isStale: false, turn: 0 }

type Told<N extends keyof ServerEvents> = Parameters<ServerEvents[N]>

export type PictureEvent =
  /** The answer to GET check-status, and the turn at which it was asked for. */
  | { type: 'answered'; status: CheckStatus; turn: number }
  | { type: 'checkStarted'; told: Told<'checkStarted'>[0] }
  | { type: 'tentStatusUpdated'; told: Told<'tentStatusUpdated'>[0] }
  | { type: 'excludedNamesUpdated'; told: Told<'excludedNamesUpdated'> }
  | { type: 'checkClosed'; checkId: string }

/**
 * One event more. Events may come twice, late, or not at all; whatever order they and the answers
 * come in, once nothing is stale the picture is the server's.
 */
export function nextPicture(picture: Picture, event: PictureEvent): Picture {
  switch (event.type) {
    case 'answered':
      return answered(picture, event.status, event.turn)
    case 'checkStarted':
      return started(picture, event.told)
    case 'tentStatusUpdated':
      return tentMarked(picture, event.told)
    case 'excludedNamesUpdated':
      return namesExcluded(picture, ...event.told)
    case 'checkClosed':
      return closed(picture, event.checkId)
  }
}

function answered(picture: Picture, status: CheckStatus, turn: number): Picture {
  const { checkId } = status
  const isVoid = turn !== picture.turn && checkId !== (picture.check?.checkId ?? null)
  if (isVoid) return { ...picture, isStale: true }
  if (checkId === null) return { ...picture, check: null, isKnown: true, isStale: false }
  const { number, numCheckers, pages, activeTents: tents, marked, excludedNames } = status
  if (isBehind(picture, checkId, number)) return picture
  const check = { checkId, number, numCheckers, pages, tents, marked, excludedNames }
  return { ...picture, check: withWhatIsHere(check, picture), isKnown: true, isStale: false }
}

function started(picture: Picture, told: Told<'checkStarted'>[0]): Picture {
  const { checkId, number, numCheckers, pages, activeTents: tents, marked } = told
  if (isBehind(picture, checkId, number)) return picture
  const isSame = picture.check?.checkId === checkId
  const excludedNames = isSame ? (picture.check?.excludedNames ?? []) : []
  const check = { checkId, number, numCheckers, pages, tents, marked, excludedNames }
  return {
    check: withWhatIsHere(check, picture),
    isKnown: true,
    isStale: false,
    turn: isSame ? picture.turn : picture.turn + 1,
  }
}

function tentMarked(picture: Picture, told: Told<'tentStatusUpdated'>[0]): Picture {
  const { check } = picture
  if (check === null || check.checkId !== told.checkId) return { ...picture, isStale: true }
  if (told.number <= check.number) return picture
  const hasGap = told.previous > check.number
  const tent = check.tents.find(({ id }) => id === told.id)
  const marked = tent && told.mark ? [...check.marked, { tent, mark: told.mark }] : check.marked
  return {
    ...picture,
    isStale: picture.isStale || hasGap,
    check: {
      ...check,
      // Over a gap the number stands still: it says up to where all is in.
      number: hasGap ? check.number : told.number,
      tents: check.tents.filter(({ id }) => id !== told.id),
      marked,
    },
  }
}

function namesExcluded(
  picture: Picture,
  excludedNames: string[],
  told: Told<'excludedNamesUpdated'>[1],
): Picture {
  const { check } = picture
  // After its check is closed, the emptied list says nothing new.
  if (check?.checkId !== told.checkId) return picture
  if (told.number < check.number) return picture
  const hasGap = told.previous > check.number
  return {
    ...picture,
    isStale: picture.isStale || hasGap,
    check: { ...check, number: hasGap ? check.number : told.number, excludedNames },
  }
}

function closed(picture: Picture, checkId: string): Picture {
  const turn = picture.turn + 1
  if (picture.check?.checkId !== checkId) return { ...picture, turn }
  return { check: null, isKnown: true, isStale: false, turn }
}

/** The check as it is told whole: what says nothing new stays the same object, and is not drawn anew. */
function withWhatIsHere(told: Check, { check }: Picture): Check {
  if (check === null) return told
  return {
    ...told,
    pages: sameWhereEqual(told.pages, check.pages),
    tents: sameWhereEqual(told.tents, check.tents),
  }
}

function sameWhereEqual<T extends object>(told: T[], here: T[]): T[] {
  // An answer and an event may name the same fields in another order.
  const contentOf = (one: T) => JSON.stringify(Object.entries(one).sort())
  const known = new Map(here.map((one) => [contentOf(one), one]))
  const list = told.map((one) => known.get(contentOf(one)) ?? one)
  const isSame = list.length === here.length && list.every((one, place) => one === here[place])
  return isSame ? here : list
}

/** Whether something of the same check is older than what is here already. */
function isBehind({ check }: Picture, checkId: string, number: number): boolean {
  return check?.checkId === checkId && number < check.number
}
