import { hourMs } from '../../../shared/durations.ts'
import { overlap, sameMemberOverlap } from '../../../shared/shifts/overlap.ts'
import type {
  Assignment,
  Draft,
  Logged,
  PlanFigures,
  ShiftJob,
  ShortRange,
  TentShifts,
} from '../../../shared/shifts/tent-shifts.ts'
import { listText, nameOf } from '../words/people.ts'
import { type Span, spanIn } from '../words/spans.ts'
import { hoursText } from '../words/time-words.ts'

/** The state of the search. */
export function jobText({ state, place }: ShiftJob): string {
  switch (state) {
    case 'queued':
      return place === 0
        ? 'It begins in a moment. The first plan is below.'
        : `In the queue: ${place === 1 ? 'one other tent comes' : `${place} other tents come`} first. The first plan is below.`
    case 'waitsForCheck':
      return 'A tent check is on: better plans are looked for once it is over. The best plan so far is below.'
    case 'running':
      return 'Looking for better plans.'
    case 'done':
      return 'This is the best that was found.'
    case 'stopped':
      return 'Stopped. This is the best that was found until then.'
    case 'failed':
      return 'The search failed. This is the best that was found until then.'
  }
}

/**
 * Who has answered but is not free for all of these hours: `Not free: Bo and Cy.` Only for
 * planners, who see everyone's availability.
 */
export function notFreeText({ people, slots }: Pick<TentShifts, 'people' | 'slots'>, span: Span) {
  const [from, until] = [Date.parse(span.from), Date.parse(span.until)]
  const isWithin = slots.map(({ at }) => from <= Date.parse(at) && Date.parse(at) < until)
  const others = people.filter(
    ({ answeredAt, free }) =>
      answeredAt !== null &&
      isWithin.some((within, slot) => within && (free?.[slot] ?? '0') === '0'),
  )
  return others.length === 0 ? '' : `Not free: ${listText(others.map(({ name }) => name))}.`
}

/** `Not answered yet: Ann and Bo.` */
export function unansweredText({ people }: Pick<TentShifts, 'people'>): string {
  const silent = people.filter(({ answeredAt }) => answeredAt === null)
  return silent.length === 0 ? '' : `Not answered yet: ${listText(silent.map(({ name }) => name))}.`
}

/** How many hours of people are missing in these ranges. */
export function missingHours(short: readonly ShortRange[]): number {
  return short.reduce((hours, { from, until, need, there }) => {
    const each = (Date.parse(until) - Date.parse(from)) / hourMs
    return hours + (need - there) * each
  }, 0)
}

/** Each shift, with whether a lock holds it. */
export function withLocks(shifts: readonly Assignment[], locks: readonly Assignment[]) {
  return shifts.map((shift) => ({
    ...shift,
    isLocked: locks.some((lock) => sameMemberOverlap(lock, shift)),
  }))
}

/**
 * The swaps made since a draft that its publishing undoes, as nobody knew of them when it was made:
 * `Publishing undoes 1 swap made since this draft: Bo: Thu Jan 29, 1:00–7:00 AM.` Else ''.
 */
export function undoneText(
  { log, people, timeZone }: Pick<TentShifts, 'log' | 'people' | 'timeZone'>,
  { madeAt, shifts, removed }: Draft,
): string {
  // A draft may have become better since, by a search that began when it was planned.
  const since = log.find(({ what }) => what === 'planned')?.at ?? madeAt
  const isOn = (all: readonly Assignment[], { becomes, ...span }: Logged['moves'][number]) =>
    all.some((one) => nameOf({ people }, one.memberId) === becomes && overlap(one, span))
  const undone = log
    .filter(({ at }) => at > since)
    .map(({ moves }) => moves.filter((move) => isOn(removed, move) && !isOn(shifts, move)))
    .filter((moves) => moves.length > 0)
  if (undone.length === 0) return ''
  const what = undone.flat().map(({ becomes, ...span }) => `${becomes}: ${spanIn(timeZone, span)}`)
  const swaps = undone.length === 1 ? '1 swap' : `${undone.length} swaps`
  return `Publishing undoes ${swaps} made since this draft: ${what.join('; ')}.`
}

/** The figures by which a plan is judged, with their names. */
export function figureRows(figures: PlanFigures): [label: string, value: string][] {
  return [
    ['Uncovered', `${hoursText(figures.uncoveredHours)} h`],
    ['Nights apart', `${hoursText(figures.nightSpreadHours)} h`],
    ['Days apart', `${hoursText(figures.daySpreadHours)} h`],
    ['Shifts', `${figures.shifts}`],
    ['Under 2 h', `${figures.shiftsUnderTwoHours}`],
    ['Preferred', `${Math.round(100 * figures.preferredShare)} %`],
  ]
}

const done: Record<Logged['what'], (who: string) => string> = {
  settings: () => 'changed the settings',
  deputyNamed: (who) => `named ${who} deputy`,
  deputyEnded: (who) => `ended ${who} as deputy`,
  linked: (who) => `said that they are ${who}`,
  unlinked: (who) => `unlinked ${who}`,
  answered: (who) => `filled in the times of ${who}`,
  locked: () => 'changed what is locked',
  planned: () => 'made a plan',
  stopped: () => 'stopped the search for a better plan',
  published: () => 'published the plan',
  swapApproved: (who) => `approved a swap of ${who}`,
  swapDeclined: (who) => `declined a swap of ${who}`,
  swapTaken: (who) => `made a swap with ${who}`,
  swapOffered: (who) => `offered a swap for ${who}`,
  swapWithdrawn: (who) => `withdrew an offer of ${who}`,
  substitute: (who) => `put ${who} on the list of substitutes`,
  substituteEnded: (who) => `took ${who} off the list of substitutes`,
  arrived: (who) => `said that ${who} is there`,
  arrivalTakenBack: (who) => `took back that ${who} is there`,
  feedMade: (who) => `made a calendar address for ${who}`,
  feedEnded: (who) => `ended the calendar address of ${who}`,
}

const asWords: Record<Logged['as'], string> = {
  captain: 'captain',
  deputy: 'deputy',
  superUser: 'super user',
  member: 'member',
}

const nobodyKnown = 'somebody'

/**
 * `Robin (captain) published the plan`; of a swap also which shifts changed hands, in the season's
 * zone.
 */
export function logText({ by, as, what, who, moves }: Logged, timeZone: string): string {
  const text = `${by || 'Somebody'} (${asWords[as]}) ${done[what](who || nobodyKnown)}`
  if (moves.length === 0) return text
  const moved = moves.map(
    ({ was, becomes, ...span }) =>
      `${spanIn(timeZone, span)} from ${was || nobodyKnown} to ${becomes || nobodyKnown}`,
  )
  return `${text}: ${moved.join('; ')}`
}
