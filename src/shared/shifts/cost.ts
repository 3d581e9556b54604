import { hoursOf, preferences, shortHours, spreadOf, weighted } from './figures.ts'
import { type Frame, missingOf, type Plan, type Span, shiftsAround, shiftsOf } from './frame.ts'

/**
 * The cost of a plan, by its aims in order: a slot that is covered outweighs all else, and a breach all
 * that follows it; the others are weighed against each other. Hours are hours of spread (most minus
 * least).
 */
export const costs = {
  uncoveredSlot: 1_000_000,
  /** A shift shorter than `minSlots`, or a break shorter than `breakSlots`. */
  breach: 10_000,
  nightSpreadHour: 40,
  daySpreadHour: 20,
  weightedSpreadHour: 5,
  shortShift: 60,
  shift: 10,
  preferredSlot: -0.5,
  walk: 0.2,
}

/** How many shifts are shorter than `minSlots` and breaks shorter than `breakSlots`. */
export function breachesIn(frame: Frame, shifts: readonly Span[]): number {
  return shifts.reduce((sum, [from, to], index) => {
    const next = shifts[index + 1]
    const isShort = to - from < frame.minSlots
    const isShortBreak = next !== undefined && next[0] - to < frame.breakSlots
    return sum + Number(isShort) + Number(isShortBreak)
  }, 0)
}

/** The change in a row's number of breaches when these slots are added. */
export function breachesAdded(frame: Frame, row: Uint8Array, span: Span): number {
  const before = breachesIn(frame, shiftsAround(frame, row, span))
  row.fill(1, ...span)
  const after = breachesIn(frame, shiftsAround(frame, row, span))
  row.fill(0, ...span)
  return after - before
}

/** The cost of one person's shifts, without hours and preferences. */
export function costOfShifts(frame: Frame, shifts: readonly Span[]): number {
  const { walks, slotHours } = frame
  const each = shifts.reduce((sum, [from, to]) => {
    const isShort = (to - from) * slotHours < shortHours
    const walked = (walks[from] ?? 0) + (walks[to] ?? 0)
    return sum + costs.shift + (isShort ? costs.shortShift : 0) + walked * costs.walk
  }, 0)
  return each + breachesIn(frame, shifts) * costs.breach
}

/** Lower is better. */
export function costOf(frame: Frame, plan: Plan): number {
  const hours = hoursOf(frame, plan)
  const uncovered = missingOf(frame, plan).reduce((sum, missing) => sum + Math.max(0, missing), 0)
  return (
    uncovered * costs.uncoveredSlot +
    plan.reduce((sum, row) => sum + costOfShifts(frame, shiftsOf(row)), 0) +
    spreadOf(hours.map(({ night }) => night)) * costs.nightSpreadHour +
    spreadOf(hours.map(({ day }) => day)) * costs.daySpreadHour +
    spreadOf(hours.map((each) => weighted(frame, each))) * costs.weightedSpreadHour +
    preferences(frame, plan).preferred * costs.preferredSlot
  )
}
