import { costs } from '../../../shared/shifts/cost.ts'
import { hoursOf, weighted } from '../../../shared/shifts/figures.ts'
import { type Frame, mayTake, type Span } from '../../../shared/shifts/frame.ts'
import { type Column, columnOf, type Gap } from './columns.ts'

/** Day shifts are tried up to this length, or twice the shortest allowed; at most `maxDaySlots`. */
const lengthAtMost = 16
/** By how much an hour above the others' raises the price of a person's next hour. */
const priceOfHour = 1

/**
 * Good day shifts to choose from: those of cheap ways to fill the gap, each with other prices of
 * people's hours. Whoever had more hours than the others is more expensive the next time.
 */
export function pricedColumns(
  frame: Frame,
  gap: Gap,
  times: number,
  random: () => number,
): Column[] {
  const found = new Set<Column>()
  const costOf = rememberedColumns(frame, gap)
  const before = hoursOf(frame, gap.base)
  const prices = before.map(() => 0)
  for (let time = 0; time < times; time += 1) {
    const step = priceOfHour / (1 + time / 4)
    const tried = prices.map((price) => price + (random() - 0.5) * 6)
    const filled = gap.runs.flatMap((run) => cheapest(frame, gap, run, tried, costOf))
    const had = before.map((hours) => hours.day + weighted(frame, hours) / 2)
    for (const column of filled) {
      found.add(column)
      had[column.person] =
        (had[column.person] ?? 0) + (column.to - column.from) * frame.slotHours * 1.5
    }
    const mean = had.reduce((sum, hours) => sum + hours, 0) / had.length
    for (const [person, hours] of had.entries()) {
      prices[person] = clamped((prices[person] ?? 0) + (hours - mean) * step)
    }
  }
  return [...found]
}

function clamped(price: number): number {
  return Math.max(-60, Math.min(60, price))
}

type ColumnFor = (person: number, from: number, to: number) => Column | null

/** null where a person may not take these slots. Each column is made once. */
function rememberedColumns(frame: Frame, gap: Gap): ColumnFor {
  const known = new Map<number, Column | null>()
  return (person, from, to) => {
    const key = (person * frame.size + from) * (frame.size + 1) + to
    const before = known.get(key)
    if (before !== undefined) return before
    const may = mayTake(frame, gap.base, person, from, to)
    const column = may ? columnOf(frame, gap, person, [from, to]) : null
    known.set(key, column)
    return column
  }
}

type Step = { cost: number; column: Column | null; before: Step | null; slot: number }

/**
 * The cheapest way to fill a run from left to right, repeated for as many people as are missing.
 */
function cheapest(
  frame: Frame,
  { missing, base }: Gap,
  [from, to]: Span,
  prices: readonly number[],
  columnFor: ColumnFor,
): Column[] {
  const { maxDaySlots, minSlots, slotHours } = frame
  const longest = Math.min(maxDaySlots, Math.max(lengthAtMost, 2 * minSlots))
  const left = missing.slice(from, to)
  const busy = base.map(() => new Uint8Array(to - from))
  const chosen: Column[] = []
  for (let layer = 0; layer < base.length; layer += 1) {
    if (!left.some((count) => count > 0)) break
    const steps: (Step | undefined)[] = [{ cost: 0, column: null, before: null, slot: from }]
    const offer = (step: Step) => {
      const other = steps[step.slot - from]
      if (other === undefined || step.cost < other.cost) steps[step.slot - from] = step
    }
    for (let slot = from; slot < to; slot += 1) {
      const before = steps[slot - from]
      if (before === undefined) continue
      const isMissing = (left[slot - from] ?? 0) > 0
      const skipped = isMissing ? costs.uncoveredSlot : 0
      offer({ cost: before.cost + skipped, column: null, before, slot: slot + 1 })
      if (!isMissing) continue
      const resting = restingAt(frame, before, slot)
      for (let person = 0; person < base.length; person += 1) {
        if (resting.includes(person)) continue
        for (let end = slot + 1; end <= Math.min(to, slot + longest); end += 1) {
          if (left[end - 1 - from] === 0 || busy[person]?.[end - 1 - from] === 1) break
          const column = columnFor(person, slot, end)
          if (column === null) break
          const price = (prices[person] ?? 0) * (end - slot) * slotHours
          offer({ cost: before.cost + column.cost + price, column, before, slot: end })
        }
      }
    }
    for (let step = steps[to - from]; step; step = step.before ?? undefined) {
      if (step.column === null) continue
      const { person, from: start, to: end } = step.column
      chosen.push(step.column)
      busy[person]?.fill(
        1,
        Math.max(0, start - from - frame.breakSlots),
        end - from + frame.breakSlots,
      )
      for (let slot = start - from; slot < end - from; slot += 1) left[slot] = (left[slot] ?? 0) - 1
    }
    // What this layer could not fill, the next one cannot fill either.
    for (let slot = 0, step = steps[to - from]; step; step = step.before ?? undefined) {
      slot = step.slot - 1 - from
      if (step.column === null && slot >= 0) left[slot] = 0
    }
  }
  return chosen
}

/** People who have just been on shift and need their break. */
function restingAt({ breakSlots }: Frame, last: Step, slot: number): number[] {
  const resting: number[] = []
  for (let step: Step | null = last; step !== null; step = step.before) {
    if (step.column === null) {
      if (slot - step.slot >= Math.max(1, breakSlots)) break
      continue
    }
    if (slot - step.column.to >= Math.max(1, breakSlots)) break
    resting.push(step.column.person)
  }
  return resting
}
