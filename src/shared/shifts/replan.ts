import { minuteMs } from '../durations.ts'
import { boundOf, uncoveredOf } from './figures.ts'
import { type Frame, frameOf, mayTake, missingOf, type Plan, type Span } from './frame.ts'
import { greedyPlan } from './greedy.ts'
import { mend } from './mend.ts'
import { spansOf } from './plan.ts'
import type { ShiftProblem } from './problem.ts'
import { clipped } from './publish.ts'
import { reachOf, slotMs } from './slots.ts'
import type { Assignment, ShiftSettings, Slot } from './tent-shifts.ts'

/** A member for whom a plan is made; `free` has one sign per slot. */
type Planned = { id: string; free: string; carried: { day: number; night: number } }

type Given = {
  slots: readonly Slot[]
  people: readonly Planned[]
  locks: readonly Assignment[]
  limits: ShiftSettings['limits']
  timeZone: string
}

/**
 * These half hours as a problem for the planner, with only those locks that are in them and of
 * members.
 */
export function problemOf({ slots, people, locks, limits, timeZone }: Given): ShiftProblem {
  const ids = new Set(people.map(({ id }) => id))
  return {
    slotMinutes: slotMs / minuteMs,
    start: slots[0]?.local ?? '',
    timeZone,
    slots: slots.map(({ need, night }) => ({ need, night })),
    people: people.map(({ id, free, carried }) => ({
      id,
      free,
      carriedDayHours: carried.day,
      carriedNightHours: carried.night,
    })),
    locked: locks.flatMap((lock) => {
      const [from, to] = placesOf(lock, slots)
      return ids.has(lock.memberId) && from < to ? [{ person: lock.memberId, from, to }] : []
    }),
    limits,
    // Counts only in a file for the command line: the searches of a server have their own length.
    seconds: 0,
  }
}

/**
 * At least how many slots before a plan's first, and after its last, decide how it may begin and end:
 * a night, the longest day and the longest break.
 */
const adjoiningSlots = 24

/**
 * As `problemOf`, for a plan between others in use. Where members are on shift shortly before or
 * after it, those half hours come first or last, with nobody needed and the plan in use as locks: a
 * break, a longest day and a night go on across the seam. `earlier`, `later`: half hours right before
 * and after `slots`; `carried`: their hours before an instant. `planned`: which half hours of the
 * problem are planned.
 */
export function adjoiningProblem({
  earlier,
  later,
  held,
  carried,
  ...given
}: Omit<Given, 'people'> & {
  earlier: readonly Slot[]
  later: readonly Slot[]
  held: readonly Assignment[]
  people: readonly Omit<Planned, 'carried'>[]
  carried: (before: number) => readonly Planned['carried'][]
}): { problem: ShiftProblem; slots: readonly Slot[]; planned: Span } {
  const { limits, locks } = given
  const reach = reachOf(given.slots)
  const count = Math.max(adjoiningSlots, limits.maxDaySlots, limits.breakSlots, limits.minSlots)
  const inUse = (slots: readonly Slot[]) => {
    const shifts = clipped(held, ...reachOf(slots))
    return { shifts, slots: shifts.length === 0 ? [] : slots.map((slot) => ({ ...slot, need: 0 })) }
  }
  const before = inUse(earlier.slice(-count))
  const after = inUse(later.slice(0, count))
  const slots = [...before.slots, ...given.slots, ...after.slots]
  const [begin, end] = reachOf(slots)
  const [had = [], until = [], beyond = []] = [begin, reach[1], end].map(carried)
  // The hours after the plan are in its problem, but are not to count.
  const hoursOf = (place: number, clock: 'day' | 'night') =>
    (had[place]?.[clock] ?? 0) + (until[place]?.[clock] ?? 0) - (beyond[place]?.[clock] ?? 0)
  const problem = problemOf({
    ...given,
    slots,
    people: given.people.map((person, place) => ({
      ...person,
      free: '0'.repeat(before.slots.length) + person.free + '0'.repeat(after.slots.length),
      carried: { day: hoursOf(place, 'day'), night: hoursOf(place, 'night') },
    })),
    locks: [...clipped(locks, ...reach), ...before.shifts, ...after.shifts],
  })
  const settled = before.slots.length
  return { problem, slots, planned: [settled, settled + given.slots.length] }
}

/** The first slot and the one after the last; what is outside is cut off. */
function placesOf({ from, until }: Assignment, slots: readonly Slot[]): [number, number] {
  const [first] = reachOf(slots)
  const place = (instant: string) =>
    Math.min(slots.length, Math.max(0, Math.round((Date.parse(instant) - first) / slotMs)))
  return [place(from), place(until)]
}

/** The plan's shifts with instants instead of slots. */
export function assignmentsOf(
  problem: Pick<ShiftProblem, 'people'>,
  plan: Plan,
  slots: readonly Slot[],
): Assignment[] {
  const [first] = reachOf(slots)
  const at = (slot: number) => new Date(first + slot * slotMs).toISOString()
  return spansOf(problem, plan).map(({ person, from, to }) => ({
    memberId: person,
    from: at(from),
    until: at(to),
  }))
}

/** How far around a slot that cannot be covered otherwise a plan is made anew. */
const aroundSlots = 24

/**
 * The greedy plan that keeps as much as possible of one in use, and the problem with what it keeps as
 * locks. Members stay where they are free and needed, as long as their day is not too long. Where that
 * leaves a slot uncovered that somebody could cover, the slots around it are planned anew; where it
 * makes a shift or a break too short, a hand-over goes before it.
 */
export function keeping(
  problem: ShiftProblem,
  before: readonly Assignment[],
  slots: readonly Slot[],
): { problem: ShiftProblem; plan: Plan } {
  const frame = frameOf(problem)
  const kept = stillGood(frame, problem, before, slots)
  const strict = greedyPlan(frameOf(withLocks(problem, kept)))
  const loose = uncoverable(frame, strict)
  const isLoose = (slot: number) => loose.some((at) => Math.abs(at - slot) <= aroundSlots)
  const chosen = kept.filter(({ slot }) => !isLoose(slot))
  const plan = loose.length === 0 ? strict : greedyPlan(frameOf(withLocks(problem, chosen)))
  mend(frame, plan)
  const stays = chosen.filter(({ person, slot }) => plan[person]?.[slot] === 1)
  return { problem: withLocks(problem, stays), plan }
}

/** A half hour of a member, by their row. */
type Kept = { person: number; slot: number }

function stillGood(
  frame: Frame,
  { people }: ShiftProblem,
  before: readonly Assignment[],
  slots: readonly Slot[],
): Kept[] {
  const plan = frame.locks.map((row) => row.slice())
  const missing = missingOf(frame, plan)
  const kept: Kept[] = []
  for (const shift of before) {
    const person = people.findIndex(({ id }) => id === shift.memberId)
    const [from, to] = placesOf(shift, slots)
    for (let slot = from; slot < to; slot += 1) {
      const needed = missing[slot] ?? 0
      const isFree = frame.free[person]?.[slot] !== 0
      if (needed <= 0 || !isFree || plan[person]?.[slot] === 1) continue
      if (!mayTake(frame, plan, person, slot, slot + 1)) {
        // Their day would be too long: after a gap, the rest of it would be a shift of its own.
        while (slot + 1 < to && frame.night[slot + 1] === 0) slot += 1
        continue
      }
      plan[person]?.fill(1, slot, slot + 1)
      missing[slot] = needed - 1
      kept.push({ person, slot })
    }
  }
  return kept
}

function withLocks(problem: ShiftProblem, kept: readonly Kept[]): ShiftProblem {
  const added = kept.map(({ person, slot }) => ({
    person: problem.people[person]?.id ?? '',
    from: slot,
    to: slot + 1,
  }))
  return { ...problem, locked: [...problem.locked, ...added] }
}

/** Slots that a plan leaves uncovered although enough people are free. */
function uncoverable(frame: Frame, plan: Plan): number[] {
  const bound = new Map(boundOf(frame).map(({ slot, missing }) => [slot, missing]))
  return uncoveredOf(frame, plan)
    .filter(({ slot, missing }) => missing > (bound.get(slot) ?? 0))
    .map(({ slot }) => slot)
}
