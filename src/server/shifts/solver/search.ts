import type { Highs } from 'highs'
import { breachesIn, costOf } from '../../../shared/shifts/cost.ts'
import { coverMore } from '../../../shared/shifts/cover.ts'
import { type Frame, missingOf, type Plan, shiftsOf } from '../../../shared/shifts/frame.ts'
import { mend } from '../../../shared/shifts/mend.ts'
import { isSound } from '../../../shared/shifts/plan.ts'
import { chooseColumns } from './choose-columns.ts'
import { type Column, columnsOfPlan, gapIn, nightColumns } from './columns.ts'
import { mendWindow } from './mend-window.ts'
import { pricedColumns } from './priced-columns.ts'
import { trade } from './trades.ts'

/** The solver, a clock in milliseconds, and random numbers from 0 to below 1. */
type Tools = { highs: Highs; now: () => number; random: () => number }

/** Two days of half hours, and four nights: about what the solver can do in half a second. */
const dayWindow = 100
const nightWindow = 200
const fillings = 20
const windowsAtOnce = 10
const secondsOfWindow = 3
/** How often a slot that cannot be mended is tried again after changes around it. */
const triesAtMost = 2
/** Mending one slot also covers its neighbours within this distance. */
const stretchSlots = 16
/** After this many rounds without improvement, the search ends early. */
const idleRounds = 3
/** The most trades to try for each slot of each person; small problems have no more. */
const looksAtMost = 5

/**
 * Searches better plans than `from` and gives each to `onBetter`, until the deadline or until
 * several rounds found nothing. A round makes random trades, mends slots that could be covered
 * better or in longer shifts, then plans windows again as integer programmes.
 */
export function search(
  frame: Frame,
  from: Plan,
  deadline: number,
  { highs, now, random }: Tools,
  onBetter: (plan: Plan) => void,
): void {
  let best = from
  let cost = costOf(frame, from)
  const tried = new Map<number, number>()
  for (let idle = 0, heat = 1; idle < idleRounds && now() < deadline; heat = 0.3) {
    const before = cost
    tryTrades(heat)
    mendTroubles()
    for (let count = 0; count < windowsAtOnce && now() < deadline; count += 1) {
      if (planWindow()) count = 0
    }
    idle = cost < before ? 0 : idle + 1
  }

  function offer(plan: Plan): boolean {
    coverMore(frame, plan)
    mend(frame, plan)
    const other = costOf(frame, plan)
    if (other >= cost || !isSound(frame, plan)) return false
    best = plan
    cost = other
    onBetter(plan)
    return true
  }

  function tryTrades(heat: number) {
    const plan = best.map((row) => row.slice())
    const began = now()
    const length = (deadline - began) * 0.3
    let looks = 0
    const progress = () => {
      looks += 1
      const tried = looks / (frame.size * plan.length * looksAtMost)
      return Math.max(tried, (now() - began) / length)
    }
    trade(frame, plan, heat, progress, random)
    offer(plan)
  }

  function secondsLeft(): number {
    return Math.min(secondsOfWindow, (deadline - now()) / 1000)
  }

  function mendTroubles() {
    for (const slot of troublesIn(frame, best)) {
      const stretch = Math.floor(slot / stretchSlots)
      const times = (tried.get(stretch) ?? 0) + 1
      const seconds = secondsLeft()
      if (times > triesAtMost || seconds <= 0) continue
      tried.set(stretch, times)
      const plan = mendWindow(highs, frame, best, slot, seconds)
      if (plan !== null) offer(plan)
    }
  }

  function planWindow(): boolean {
    const isNight = random() < 0.3
    const length = isNight ? nightWindow : dayWindow
    const start = Math.floor(random() * Math.max(1, frame.size - length + 1))
    const gap = gapIn(frame, best, [start, Math.min(frame.size, start + length)], isNight)
    const own = columnsOfPlan(frame, gap, best)
    const more = isNight ? nightColumns(frame, gap) : pricedColumns(frame, gap, fillings, random)
    const columns = distinct([...own, ...more])
    const seconds = secondsLeft()
    if (columns.length === 0 || seconds <= 0) return false
    const chosen = chooseColumns(highs, frame, gap, columns, new Set(own), seconds)
    for (const { person, from, to } of chosen ?? []) gap.base[person]?.fill(1, from, to)
    return chosen !== null && offer(gap.base)
  }
}

/** Slots that somebody free does not cover, and starts of shifts or breaks that are too short. */
function troublesIn(frame: Frame, plan: Plan): number[] {
  const missing = missingOf(frame, plan)
  const uncovered = [...missing.keys()].filter(
    (slot) =>
      (missing[slot] ?? 0) > 0 &&
      plan.some((row, person) => row[slot] === 0 && frame.free[person]?.[slot] !== 0),
  )
  const breaches = plan.flatMap((row) => {
    const shifts = shiftsOf(row)
    return shifts.flatMap((shift, index) =>
      breachesIn(frame, shifts.slice(index, index + 2)) > 0 ? [shift[1] - 1] : [],
    )
  })
  return [...uncovered, ...breaches]
}

function distinct(columns: readonly Column[]): Column[] {
  const known = new Map<string, Column>()
  for (const column of columns) {
    const key = `${column.person} ${column.from} ${column.to}`
    if (!known.has(key)) known.set(key, column)
  }
  return [...known.values()]
}
