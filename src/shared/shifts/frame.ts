import { minuteMs } from '../durations.ts'
import { instantOf, localTimeOf } from '../season/local-time.ts'
import type { ShiftProblem } from './problem.ts'

/** One row for each person, with one byte for each slot: 1 where they are on shift. */
export type Plan = Uint8Array[]

/** From the first slot up to, but without, the second. */
export type Span = readonly [from: number, to: number]

/**
 * A problem in the form that planning uses: numbers, and rows for people and locks like those of a
 * plan.
 */
export type Frame = {
  size: number
  /** At most the number of people; `beyond` is what is required above that. */
  need: Float64Array
  beyond: Float64Array
  night: Uint8Array
  /** 0 unavailable, 1 available, 2 preferred. */
  free: Uint8Array[]
  locks: Plan
  /** 1 where a shift that begins or ends at this slot's start makes somebody walk at night. */
  walks: Uint8Array
  slotHours: number
  carried: { day: number; night: number }[]
  minSlots: number
  maxDaySlots: number
  breakSlots: number
  nightWeight: number
}

export function frameOf(problem: ShiftProblem): Frame {
  const { slots, people, limits, slotMinutes } = problem
  const size = slots.length
  const row = new Map(people.map(({ id }, index) => [id, index]))
  const locks = people.map(() => new Uint8Array(size))
  for (const { person, from, to } of problem.locked) locks[row.get(person) ?? 0]?.fill(1, from, to)
  return {
    size,
    need: Float64Array.from(slots, ({ need }) => Math.min(need, people.length)),
    beyond: Float64Array.from(slots, ({ need }) => Math.max(0, need - people.length)),
    night: Uint8Array.from(slots, ({ night }) => (night ? 1 : 0)),
    free: people.map(({ free }) => Uint8Array.from(free, Number)),
    locks,
    walks: walksOf(problem),
    slotHours: slotMinutes / 60,
    carried: people.map((person) => ({
      day: person.carriedDayHours,
      night: person.carriedNightHours,
    })),
    minSlots: Math.min(limits.minSlots, size),
    maxDaySlots: Math.min(limits.maxDaySlots, size),
    breakSlots: Math.min(limits.breakSlots, size),
    nightWeight: limits.nightWeight,
  }
}

/** Between 1 and 6 AM, both excluded: at 1 the night itself begins. */
function walksOf({ start, timeZone, slots, slotMinutes }: ShiftProblem): Uint8Array {
  const first = instantOf(start, timeZone)
  return Uint8Array.from({ length: slots.length + 1 }, (_, slot) => {
    const time = localTimeOf(first + slot * slotMinutes * minuteMs, timeZone).slice(11)
    return time > '01:00' && time < '06:00' ? 1 : 0
  })
}

/** How many people are missing at each slot; negative where locks exceed the need. */
export function missingOf({ need }: Frame, plan: Plan): Float64Array {
  const missing = need.slice()
  for (const row of plan) {
    for (let slot = 0; slot < row.length; slot += 1) {
      missing[slot] = (missing[slot] ?? 0) - (row[slot] ?? 0)
    }
  }
  return missing
}

/** The maximal runs, from `from` up to `to`, of slots for which `holds` is true. */
export function runsOf(from: number, to: number, holds: (slot: number) => boolean): Span[] {
  const runs: Span[] = []
  for (let slot = from; slot < to; slot += 1) {
    if (!holds(slot)) continue
    const start = slot
    while (slot < to && holds(slot)) slot += 1
    runs.push([start, slot])
  }
  return runs
}

export function shiftsOf(row: Uint8Array, from = 0, to = row.length): Span[] {
  return runsOf(from, to, (slot) => row[slot] === 1)
}

/**
 * The shifts whose lengths and breaks may change when these slots change. Of those that only a break
 * parts from them, one slot is enough: they stay as they are.
 */
export function shiftsAround(
  { breakSlots, size }: Pick<Frame, 'breakSlots' | 'size'>,
  row: Uint8Array,
  [from, to]: Span,
): Span[] {
  let start = from
  while (start > 0 && row[start - 1] === 1) start -= 1
  const least = Math.max(0, start - breakSlots)
  while (start > least && row[start - 1] === 0) start -= 1
  if (start > least) start -= 1
  let end = to
  while (end < size && row[end] === 1) end += 1
  const most = Math.min(size, end + breakSlots)
  while (end < most && row[end] === 0) end += 1
  if (end < most) end += 1
  return shiftsOf(row, start, end)
}

/** May this person take these slots: free, not on shift, and not longer than a day allows? */
export function mayTake(frame: Frame, plan: Plan, person: number, from: number, to: number) {
  const { free, night, maxDaySlots } = frame
  const row = plan[person]
  const isFree = free[person]
  if (row === undefined || isFree === undefined) return false
  for (let slot = from; slot < to; slot += 1) {
    if (isFree[slot] === 0 || row[slot] === 1) return false
  }
  const isDayShift = (slot: number) => row[slot] === 1 && night[slot] === 0
  let run = 0
  for (let slot = from - 1; slot >= 0 && isDayShift(slot) && run <= maxDaySlots; slot -= 1) run += 1
  for (let slot = from; slot < to; slot += 1) {
    run = night[slot] === 1 ? 0 : run + 1
    if (run > maxDaySlots) return false
  }
  if (run === 0) return true
  for (let slot = to; slot < frame.size && isDayShift(slot); slot += 1) {
    run += 1
    if (run > maxDaySlots) return false
  }
  return true
}
