import type { Highs } from 'highs'
import type { Frame, Plan } from '../../../shared/shifts/frame.ts'
import { type Part, Programme } from './programme.ts'

/** Weights: an uncovered slot, in breaches; and any change of a slot. */
const uncoveredCost = 100
const changeCost = 0.001
/** The solver's tolerance: an absolute cost, because a share could exceed the cost of a breach. */
const lessThanABreach = 0.5
const longestWindow = 60
const shortestWindow = 8
/** Limits the programme's size, so that it is solved in about a second. */
const rowsAtMost = 40_000

/**
 * Plans the slots around this one again, slot by slot: first covers as many as possible, then has
 * the fewest shifts under `minSlots` and breaks under `breakSlots`, then the fewest changes. null
 * if nothing was found in time.
 */
export function mendWindow(
  highs: Highs,
  frame: Frame,
  plan: Plan,
  around: number,
  seconds: number,
): Plan | null {
  const { size, free, locks, minSlots, breakSlots } = frame
  const fitting = Math.floor(rowsAtMost / plan.length / (minSlots + breakSlots + 1))
  const length = Math.max(shortestWindow, Math.min(longestWindow, fitting))
  const from = Math.max(0, Math.min(around - Math.floor(length / 2), size - length))
  const to = Math.min(size, from + length)
  const programme = new Programme()
  const start: number[] = []
  const variables = plan.map((row, person) => {
    const theirs = new Map<number, number>()
    for (let slot = from; slot < to; slot += 1) {
      if (free[person]?.[slot] === 0 || locks[person]?.[slot] === 1) continue
      const variable = programme.choice(row[slot] === 1 ? -changeCost : changeCost)
      if (row[slot] === 1) start.push(variable)
      theirs.set(slot, variable)
    }
    return theirs
  })
  const window = new Window(programme, plan, variables)
  for (let slot = from; slot < to; slot += 1) addCover(frame, window, slot)
  for (const person of plan.keys()) {
    addLongestDay(frame, window, person, from, to)
    const reach = Math.max(minSlots, breakSlots)
    for (let slot = Math.max(0, from - reach); slot <= Math.min(size, to); slot += 1) {
      addShortShift(frame, window, person, slot)
      addShortBreak(frame, window, person, slot)
    }
  }
  const values = programme.solve(highs, start, seconds, { cost: lessThanABreach })
  if (values === null) return null
  return plan.map((row, person) => {
    const after = row.slice()
    for (const [slot, variable] of variables[person] ?? []) {
      after[slot] = (values[variable] ?? 0) > 0.5 ? 1 : 0
    }
    return after
  })
}

/** Who is on shift in each slot: in part variables, the rest as planned. */
class Window {
  readonly programme: Programme
  readonly plan: Plan
  readonly #variables: readonly Map<number, number>[]

  constructor(programme: Programme, plan: Plan, variables: readonly Map<number, number>[]) {
    this.programme = programme
    this.plan = plan
    this.#variables = variables
  }

  /** Adds a row with these bounds, if it contains a variable. */
  row(
    lower: number,
    upper: number,
    slots: readonly (readonly [person: number, slot: number, factor: number])[],
    others: readonly Part[] = [],
  ) {
    let fixed = 0
    const parts: Part[] = []
    for (const [person, slot, factor] of slots) {
      const variable = this.#variables[person]?.get(slot)
      if (variable === undefined) fixed += (this.plan[person]?.[slot] ?? 0) * factor
      else parts.push([variable, factor])
    }
    if (parts.length > 0) this.programme.row(lower - fixed, upper - fixed, [...parts, ...others])
  }
}

function addCover({ need, locks }: Frame, window: Window, slot: number) {
  const needed = need[slot] ?? 0
  const locked = locks.reduce((sum, row) => sum + (row[slot] ?? 0), 0)
  const everyone = locks.map((_, person) => [person, slot, 1] as const)
  const uncovered = window.programme.amount(uncoveredCost, 0, needed)
  window.row(needed, Number.POSITIVE_INFINITY, everyone, [[uncovered, 1]])
  window.row(Number.NEGATIVE_INFINITY, Math.max(needed, locked), everyone)
}

/** Of one more day slots in a row than are allowed, one must be free, unless all are locked. */
function addLongestDay(frame: Frame, window: Window, person: number, from: number, to: number) {
  const { night, maxDaySlots, size } = frame
  for (let first = Math.max(0, from - maxDaySlots); first < to; first += 1) {
    const end = first + maxDaySlots + 1
    if (end > size || night.subarray(first, end).includes(1)) continue
    const stretch = Array.from({ length: maxDaySlots + 1 }, (_, index) => first + index)
    window.row(
      Number.NEGATIVE_INFINITY,
      maxDaySlots,
      stretch.map((slot) => [person, slot, 1] as const),
    )
  }
}

/** A shift that begins here is short if its person is off at any slot within `minSlots`. */
function addShortShift({ minSlots }: Frame, window: Window, person: number, slot: number) {
  if (minSlots < 2) return
  const short = window.programme.amount(1, 0, 1)
  for (let later = slot + 1; later < slot + minSlots; later += 1) {
    window.row(
      Number.NEGATIVE_INFINITY,
      0,
      [
        [person, slot, 1],
        [person, slot - 1, -1],
        [person, later, -1],
      ],
      [[short, -1]],
    )
  }
}

/** A break that begins here is short if its person is on again within `breakSlots`. */
function addShortBreak({ breakSlots }: Frame, window: Window, person: number, slot: number) {
  if (breakSlots < 2) return
  const short = window.programme.amount(1, 0, 1)
  for (let later = slot + 1; later < slot + breakSlots; later += 1) {
    window.row(
      Number.NEGATIVE_INFINITY,
      1,
      [
        [person, slot - 1, 1],
        [person, slot, -1],
        [person, later, 1],
      ],
      [[short, -1]],
    )
  }
}
