import { breachesAdded } from './cost.ts'
import { coverMore } from './cover.ts'
import { hoursOf, weighted } from './figures.ts'
import { type Frame, mayTake, missingOf, type Plan, runsOf, type Span } from './frame.ts'
import { mend } from './mend.ts'

/** A shift or break that is too short weighs as much as so many hours: the last choice. */
const costOfBreach = 1000

/**
 * A fast plan: nights first, each by people who can take most of it and have had the fewest hours, then
 * days in the order of time; then open slots are covered and short shifts mended.
 */
export function greedyPlan(frame: Frame): Plan {
  const plan = frame.locks.map((row) => row.slice())
  const had = hoursOf(frame, plan).map((hours) => ({ ...hours, all: weighted(frame, hours) }))
  for (const isNight of [1, 0]) {
    const missing = missingOf(frame, plan)
    const spans = runsOf(
      0,
      frame.size,
      (slot) => frame.night[slot] === isNight && (missing[slot] ?? 0) > 0,
    )
    for (const span of spans) fill(frame, plan, missing, had, span)
  }
  coverMore(frame, plan)
  mend(frame, plan)
  return plan
}

function fill(frame: Frame, plan: Plan, missing: Float64Array, had: Had[], [from, to]: Span) {
  for (let slot = from; slot < to; ) {
    const best = (missing[slot] ?? 0) > 0 ? bestAt(frame, plan, missing, had, slot, to) : null
    if (best === null) {
      slot += 1
      continue
    }
    const { person, end } = best
    plan[person]?.fill(1, slot, end)
    for (let taken = slot; taken < end; taken += 1) missing[taken] = (missing[taken] ?? 0) - 1
    const theirs = had[person]
    if (theirs === undefined) continue
    const hours = (end - slot) * frame.slotHours
    const isNight = frame.night[slot] === 1
    theirs[isNight ? 'night' : 'day'] += hours
    theirs.all += isNight ? hours * frame.nightWeight : hours
  }
}

type Had = { day: number; night: number; all: number }

function bestAt(
  frame: Frame,
  plan: Plan,
  missing: Float64Array,
  had: readonly Had[],
  from: number,
  to: number,
) {
  const isNight = frame.night[from] === 1
  const whole = endOfMissing(missing, from, to)
  let best: { person: number; end: number; cost: number } | null = null
  for (const [person, row] of plan.entries()) {
    const end = furthest(frame, plan, person, from, isNight ? whole : goodEnd(frame, from, whole))
    if (end === from) continue
    const theirs = had[person]
    const hours = isNight ? (theirs?.night ?? 0) : (theirs?.all ?? 0)
    const breaches = breachesAdded(frame, row, [from, end])
    // By night, whoever can stay longest; by day, every hour that they cannot stay counts.
    const lost = (whole - end) * frame.slotHours * (isNight ? 100 : 1)
    const cost = hours + lost + breaches * costOfBreach
    if (best === null || cost < best.cost) best = { person, end, cost }
  }
  return best
}

function endOfMissing(missing: Float64Array, from: number, to: number): number {
  let end = from
  while (end < to && (missing[end] ?? 0) > 0) end += 1
  return end
}

/** As long as allowed, but without leaving a rest that is too short. */
function goodEnd({ maxDaySlots, minSlots }: Frame, from: number, whole: number): number {
  const left = whole - from
  const leavesShortRest = left > maxDaySlots && left < maxDaySlots + 2 * minSlots
  return from + Math.min(leavesShortRest ? Math.ceil(left / 2) : left, maxDaySlots)
}

function furthest(frame: Frame, plan: Plan, person: number, from: number, to: number): number {
  let end = from
  while (end < to && mayTake(frame, plan, person, end, end + 1)) end += 1
  while (end > from && !mayTake(frame, plan, person, from, end)) end -= 1
  return end
}
