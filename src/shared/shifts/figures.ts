import { type Frame, missingOf, type Plan, type Span, shiftsOf } from './frame.ts'
import type { PlanFigures } from './tent-shifts.ts'

/** A shift under so many hours is a short one. */
export const shortHours = 2

type Missing = { slot: number; missing: number }

/** The slots with too few people, and how many are missing. */
export function uncoveredOf(frame: Frame, plan: Plan): Missing[] {
  return Array.from(missingOf(frame, plan), (count, slot) => ({
    slot,
    missing: Math.max(0, count) + (frame.beyond[slot] ?? 0),
  })).filter(({ missing }) => missing > 0)
}

/**
 * How many person-slots nobody can cover: in each slot, the number needed minus those who are free.
 */
export function boundOf(frame: Frame): Missing[] {
  const free = frame.free.map((row) => row.map((sign) => (sign === 0 ? 0 : 1)))
  return uncoveredOf(frame, free)
}

/** Each person's hours by day and by night, including earlier plans. */
export function hoursOf({ carried, night, slotHours }: Frame, plan: Plan) {
  return carried.map((before, person) => {
    const slots = { day: 0, night: 0 }
    for (const [from, to] of shiftsOf(plan[person] ?? new Uint8Array())) {
      for (let slot = from; slot < to; slot += 1) slots[night[slot] === 1 ? 'night' : 'day'] += 1
    }
    return {
      day: before.day + slots.day * slotHours,
      night: before.night + slots.night * slotHours,
    }
  })
}

/** Hours with night hours multiplied by `nightWeight`. */
export function weighted({ nightWeight }: Frame, { day, night }: { day: number; night: number }) {
  return day + nightWeight * night
}

export function spreadOf(hours: readonly number[]): number {
  return Math.max(...hours) - Math.min(...hours)
}

/**
 * Spreads are most minus least; `preferredShare`: the share of slots on shift that are preferred, 0
 * to 1, 0 without any. `within`: shifts that have no slot in it, and what is preferred outside it, do
 * not count.
 */
export function figuresOf(frame: Frame, plan: Plan, within: Span = [0, frame.size]): PlanFigures {
  const hours = hoursOf(frame, plan)
  const isWithin = ([from, to]: Span) => from < within[1] && within[0] < to
  const shifts = plan.flatMap((row) => shiftsOf(row)).filter(isWithin)
  const short = shifts.filter(([from, to]) => (to - from) * frame.slotHours < shortHours)
  const missing = uncoveredOf(frame, plan).reduce((sum, { missing }) => sum + missing, 0)
  const { on, preferred } = preferences(frame, plan, within)
  return {
    uncoveredHours: rounded(missing * frame.slotHours),
    nightSpreadHours: rounded(spreadOf(hours.map(({ night }) => night))),
    daySpreadHours: rounded(spreadOf(hours.map(({ day }) => day))),
    shifts: shifts.length,
    shiftsUnderTwoHours: short.length,
    preferredShare: on === 0 ? 0 : preferred / on,
  }
}

export function preferences({ free, size }: Frame, plan: Plan, [from, to]: Span = [0, size]) {
  const counts = { on: 0, preferred: 0 }
  plan.forEach((row, person) => {
    row.forEach((isOn, slot) => {
      if (slot < from || slot >= to) return
      counts.on += isOn
      if (isOn === 1 && free[person]?.[slot] === 2) counts.preferred += 1
    })
  })
  return counts
}

/** Removes rounding errors of sums of thirds. */
function rounded(hours: number): number {
  return Math.round(hours * 1e6) / 1e6
}
