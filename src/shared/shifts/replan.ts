import { minuteMs } from '../durations.ts'
import { boundOf, uncoveredOf } from './figures.ts'
import { frameOf, type Plan, type Span } from './frame.ts'
import { greedyPlan } from './greedy.ts'
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
 * The same problem for a plan between others in use. Where members are on shift shortly before or
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
 * Adds as much as possible of a plan to the problem as locks: members stay where they are free and
 * needed. Where that leaves a slot uncovered that somebody could cover, the slots around it are not
 * locked.
 */
export function keeping(
  problem: ShiftProblem,
  before: readonly Assignment[],
  slots: readonly Slot[],
) {
  const kept = stillGood(problem, before, slots)
  const strict = withLocks(problem, kept)
  const loose = uncoverable(strict)
  if (loose.length === 0) return strict
  const isLoose = (slot: number) => loose.some((at) => Math.abs(at - slot) <= aroundSlots)
  return withLocks(
    problem,
    kept.filter(({ slot }) => !isLoose(slot)),
  )
}

type Kept = { person: string; slot: number }

function stillGood(problem: ShiftProblem, before: readonly Assignment[], slots: readonly Slot[]) {
  const free = new Map(problem.people.map((person) => [person.id, person.free]))
  const there = problem.slots.map(() => new Set<string>())
  for (const { person, from, to } of problem.locked) {
    for (let slot = from; slot < to; slot += 1) there[slot]?.add(person)
  }
  const kept: Kept[] = []
  for (const shift of before) {
    const [from, to] = placesOf(shift, slots)
    for (let slot = from; slot < to; slot += 1) {
      const isFree = (free.get(shift.memberId)?.[slot] ?? '0') !== '0'
      const taken = there[slot]
      if (!isFree || taken === undefined || taken.size >= (problem.slots[slot]?.need ?? 0)) continue
      taken.add(shift.memberId)
      kept.push({ person: shift.memberId, slot })
    }
  }
  return kept
}

function withLocks(problem: ShiftProblem, kept: readonly Kept[]): ShiftProblem {
  const added = kept.map(({ person, slot }) => ({ person, from: slot, to: slot + 1 }))
  return { ...problem, locked: [...problem.locked, ...added] }
}

/** Slots that the greedy plan leaves uncovered although enough people are free. */
function uncoverable(problem: ShiftProblem): number[] {
  const frame = frameOf(problem)
  const bound = new Map(boundOf(frame).map(({ slot, missing }) => [slot, missing]))
  return uncoveredOf(frame, greedyPlan(frame))
    .filter(({ slot, missing }) => missing > (bound.get(slot) ?? 0))
    .map(({ slot }) => slot)
}
