import type { User } from '../../shared/accounts/contract.ts'
import { firstNameFor } from '../../shared/accounts/rules.ts'
import { groupedBy } from '../../shared/grouped.ts'
import { graceAt, momentOf, requiredOf } from '../../shared/season/rules.ts'
import { countFree, countThere, shortRanges } from '../../shared/shifts/coverage.ts'
import { fairnessOf } from '../../shared/shifts/hours.ts'
import { isJobOn } from '../../shared/shifts/job.ts'
import { overlap } from '../../shared/shifts/overlap.ts'
import { clipped } from '../../shared/shifts/publish.ts'
import { isToCome, reachOf, slotMs, slotsOf, tonightOf } from '../../shared/shifts/slots.ts'
import type {
  Assignment,
  Draft,
  Shift,
  ShiftJob,
  ShiftPerson,
  ShortRange,
  Slot,
  TentShifts,
} from '../../shared/shifts/tent-shifts.ts'
import { toldApart } from '../../shared/tents/members.ts'
import { netIDsOf } from '../../shared/tents/net-ids.ts'
import { ownForm } from '../../shared/tents/views.ts'
import { isStillAhead } from '../clock-skew.ts'
import { signEveryMs } from './jobs.ts'
import type { listShiftActs } from './log/store.ts'
import {
  changesBy,
  freeOf,
  hasAccount,
  heldShifts,
  isMember,
  ofMembers,
  openLocks,
  type Planning,
  shiftTexts,
} from './planning.ts'
import type { KeptJob } from './store.ts'
import { shownSwaps } from './swapping.ts'
import type { KeptSwap } from './swaps/store.ts'

type Given = {
  planning: Planning
  /** By member id. */
  names: ReadonlyMap<string, string>
  user: User
  now: Date
  days: { from: string; days: number }
  swaps: readonly KeptSwap[]
  acts: Awaited<ReturnType<typeof listShiftActs>>
  isCheckOn: boolean
  /** The tent as it is in the check in progress; null: no check is on, or it is not in it. */
  inCheck: { required?: number | null } | null
}

/** A tent's planning, as far as this person may see it. */
export function shownShifts(given: Given): TentShifts {
  const { planning, names, user, now, days, swaps, acts, isCheckOn } = given
  const { tent, as, me, needs, kept, shifts } = planning
  const canPlan = as !== 'member'
  const apart = namesApart(names)
  const slots = slotsOf(needs, days.from, days.days)
  const shown = shiftTexts(shifts, now).map((shift) => openWhereLeft(planning, shift))
  const isShown = inDays(slots)
  const ahead = shown.filter((one) => isAhead(one, now))
  const nextShift = ahead.find(({ memberId }) => memberId === me && me !== null) ?? null
  const free = tent.people.map(({ id }) => freeOf(planning, id, slots))
  return {
    tent: { id: tent.id, order: tent.order, name: tent.name },
    timeZone: needs.rules.timeZone,
    now: now.toISOString(),
    me: { memberId: me, suggested: suggestedFor(planning, user), as, canPlan },
    settings: kept.settings,
    ...days,
    slots,
    people: peopleShown(planning, names, free, canPlan),
    cannotCover: leftOf(shortRanges(slots, countFree(free, slots)), slots, now),
    plan: { shifts: shown.filter(isShown), short: shortInPlan(planning, slots, now) },
    isPlanned: ahead.length > 0,
    nextShift,
    nextShiftWith: nextShift === null ? [] : othersDuring(nextShift, shown),
    draft: canPlan ? draftShown(planning, now) : null,
    locks: canPlan ? openLocks(planning, kept.locks, now) : null,
    job: canPlan ? jobShown(kept.job, now, isCheckOn) : null,
    swaps: shownSwaps(planning, swaps, now),
    substitutes: substitutesOf(planning, now),
    atThisMoment: momentShown(given, shown),
    fairness: fairnessOf(
      needs.rules,
      tent.people.map(({ id }) => id),
      shown,
      now.getTime(),
    ),
    hasFeed: me !== null && planning.people.get(me)?.hasFeed === true,
    log: acts.map(({ at, as, what, about, moves, ...by }) => ({
      at: at.toISOString(),
      by: firstNameFor(user.netID, by),
      as,
      what,
      who: apart.get(about ?? '') ?? '',
      moves: moves.map(({ was, becomes, ...span }) => ({
        ...span,
        was: apart.get(was) ?? '',
        becomes: apart.get(becomes) ?? '',
      })),
    })),
  }
}

/** Members' names as this person may see them: other people's netIDs only for super users. */
export async function readNames(
  { tent, as, readTents }: Pick<Planning, 'tent' | 'as' | 'readTents'>,
  { netID }: User,
): Promise<Map<string, string>> {
  const seen = as === 'superUser' ? tent : ownForm(tent, netID, netIDsOf(await readTents()))
  const names = new Map(seen.people.map(({ id, name }) => [id, name]))
  return new Map(tent.people.map(({ id }, place) => [id, names.get(id) ?? `Member ${place + 1}`]))
}

/** The names, with a number where several members have the same one: `Ann (2)`. */
export function namesApart(names: ReadonlyMap<string, string>): Map<string, string> {
  const people = toldApart([...names].map(([id, name]) => ({ id, name })))
  return new Map(people.map(({ id, name }) => [id, name]))
}

function openWhereLeft(planning: Pick<Planning, 'tent'>, shift: Shift): Shift {
  return isMember(planning, shift.memberId) ? shift : { ...shift, memberId: null }
}

/** The shifts of these days: also those that began before, or go on after them. */
export function inDays(slots: readonly Slot[]): (shift: Shift) => boolean {
  const [begin, end] = reachOf(slots)
  return ({ from, until }) => Date.parse(from) < end && begin < Date.parse(until)
}

function isAhead({ until }: Pick<Shift, 'until'>, now: Date): boolean {
  return Date.parse(until) > now.getTime()
}

/** Whose shifts share time with this one. */
function othersDuring(shift: Shift, shown: readonly Shift[]): string[] {
  const others = shown.flatMap((other) =>
    other.memberId !== null && other.memberId !== shift.memberId && overlap(other, shift)
      ? [other.memberId]
      : [],
  )
  return [...new Set(others)]
}

/** What is left of them from the half hour on that it is now. */
function leftOf(ranges: readonly ShortRange[], slots: readonly Slot[], now: Date): ShortRange[] {
  const ahead = ranges.filter((range) => isAhead(range, now))
  const current = slots.findLast(({ at }) => Date.parse(at) <= now.getTime())
  return clipped(ahead, Date.parse(current?.at ?? now.toISOString()), Number.POSITIVE_INFINITY)
}

function suggestedFor(planning: Planning, { netID }: User): string | null {
  const { tent, me } = planning
  const row = tent.people.find((one) => one.netID === netID && !hasAccount(planning, one.id))
  return me === null ? (row?.id ?? null) : null
}

function peopleShown(
  planning: Planning,
  names: ReadonlyMap<string, string>,
  free: readonly string[],
  canPlan: boolean,
): ShiftPerson[] {
  const { tent, people, me } = planning
  return tent.people.map(({ id }, place) => {
    const kept = people.get(id)
    const isSeen = canPlan || id === me
    return {
      id,
      name: names.get(id) ?? '',
      isMe: id === me,
      hasAccount: hasAccount(planning, id),
      isCaptain: kept?.isCaptain === true,
      isDeputy: kept?.isDeputy === true,
      answeredAt: kept?.answeredAt?.toISOString() ?? null,
      free: isSeen ? (free[place] ?? '') : null,
      availability: isSeen ? (kept?.availability ?? null) : null,
    }
  })
}

/** From now to the end of the plan; later times are not planned yet. */
function shortInPlan(planning: Planning, slots: readonly Slot[], now: Date) {
  const held = heldShifts(planning)
  const end = Math.max(0, ...planning.shifts.map(({ until }) => until.getTime()))
  const ahead = slots.filter(({ at }) => {
    const begin = Date.parse(at)
    return begin + slotMs > now.getTime() && begin < end
  })
  return shortRanges(ahead, countThere(held, ahead))
}

function draftShown(planning: Planning, now: Date): Draft | null {
  const { draft } = planning.kept
  if (draft === null) return null
  const slots = slotsOf(planning.needs, draft.from, draft.days).filter((slot) =>
    isToCome(slot, now),
  )
  // What publishing would leave as it is: shifts that cross its start or end, outside of it.
  const { added, removed } = changesBy(planning, draft.shifts, reachOf(slots))
  const shifts = ofMembers(planning, draft.shifts)
  return {
    ...draft,
    shifts,
    short: shortRanges(slots, countThere(stillFree(planning, shifts, slots), slots)),
    added,
    removed: removed.map(({ memberId, from, until }) => ({ memberId, from, until })),
  }
}

/** The half hours of these shifts that are locked, or at which their members are free by now. */
function stillFree(planning: Planning, shifts: readonly Assignment[], slots: readonly Slot[]) {
  const signs = new Map(planning.tent.people.map(({ id }) => [id, freeOf(planning, id, slots)]))
  const [begin] = reachOf(slots)
  const isFree = ({ memberId, from }: Assignment) =>
    signs.get(memberId)?.[(Date.parse(from) - begin) / slotMs] !== '0'
  // For each half hour only the locks of its member: all of them would hold up the server.
  const locksOf = groupedBy(planning.kept.locks, ({ memberId }) => memberId)
  const isLocked = (part: Assignment) =>
    locksOf.get(part.memberId)?.some((lock) => overlap(lock, part)) === true
  return shifts.flatMap(halfHoursOf).filter((part) => isFree(part) || isLocked(part))
}

function halfHoursOf({ memberId, from, until }: Assignment): Assignment[] {
  const begin = Date.parse(from)
  const at = (place: number) => new Date(begin + place * slotMs).toISOString()
  const count = (Date.parse(until) - begin) / slotMs
  return Array.from({ length: count }, (_, place) => ({
    memberId,
    from: at(place),
    until: at(place + 1),
  }))
}

/** If a server reports nothing for so long, it died, and its searches are over. */
const silentMs = 3 * signEveryMs

/** Whoever is queued waits for the check that is on, too. */
export function jobShown(job: KeptJob | null, now: Date, isCheckOn: boolean): ShiftJob | null {
  if (job === null) return null
  const { state, place, endsAt } = job
  const isThere = isStillAhead(Date.parse(job.at) + silentMs, silentMs, now)
  if (isJobOn(job) && !isThere) return { state: 'stopped', place, endsAt }
  return { state: state === 'queued' && isCheckOn ? 'waitsForCheck' : state, place, endsAt }
}

function substitutesOf({ tent, people, needs }: Planning, now: Date) {
  const tonight = tonightOf(now.getTime(), needs.rules.timeZone)
  return tent.people.flatMap(({ id }) =>
    (people.get(id)?.substituteOn ?? [])
      .filter((date) => date >= tonight)
      .map((date) => ({ memberId: id, date })),
  )
}

function momentShown({ planning, now, inCheck }: Given, shown: readonly Shift[]) {
  const { rules, graces, tent } = planning.needs
  const at = now.getTime()
  const moment = momentOf(rules, at)
  // Outside of all periods nobody is needed; a check keeps the number that it began with.
  const due = moment.period === null ? null : requiredOf(rules, moment, tent)
  const isNow = ({ from, until }: Shift) => Date.parse(from) <= at && at < Date.parse(until)
  const order = [...planning.tent.people.map(({ id }) => id), null]
  const placeOf = ({ memberId }: Shift) => order.indexOf(memberId)
  return {
    required: inCheck === null ? due : (inCheck.required ?? null),
    shifts: shown.filter(isNow).sort((one, other) => placeOf(one) - placeOf(other)),
    checkIsOn: inCheck !== null,
    leaveUntil: inCheck === null ? (graceAt(graces, at)?.until ?? null) : null,
  }
}
