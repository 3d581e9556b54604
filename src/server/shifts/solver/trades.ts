import { costOfShifts, costs } from '../../../shared/shifts/cost.ts'
import { hoursOf, weighted } from '../../../shared/shifts/figures.ts'
import {
  type Frame,
  mayTake,
  type Plan,
  type Span,
  shiftsAround,
} from '../../../shared/shifts/frame.ts'

/**
 * The cost of an hour above or below the mean, squared; unlike a spread, it reacts to every small
 * change.
 */
const unevenness = { night: 5, day: 2, weighted: 0.5 }
const hottest = 20
const coldest = 0.2
/** How many trades are made between two looks at the clock. */
const tradesAtOnce = 200

/**
 * Hands slots over at random, in both directions, and keeps what is better; at first sometimes also
 * what is worse (simulated annealing). `progress` goes from 0 to 1, then it ends. Coverage does not
 * change. Modifies the plan.
 */
export function trade(
  frame: Frame,
  plan: Plan,
  heat: number,
  progress: () => number,
  random: () => number,
): void {
  const balance = new Balance(frame, plan)
  for (let done = progress(); done < 1; done = progress()) {
    const temperature = hottest * heat * (coldest / hottest / heat) ** done
    for (let times = 0; times < tradesAtOnce; times += 1) {
      const given = somethingToGive(frame, plan, random)
      if (given === null) continue
      let added = balance.handOver(given)
      const isExchange = random() < 0.5
      const taken = isExchange ? somethingInReturn(frame, plan, given, random) : null
      if (taken !== null) added += balance.handOver(taken)
      if (added <= 0 || random() < Math.exp(-added / temperature)) continue
      if (taken !== null) balance.handOver(reversed(taken))
      balance.handOver(reversed(given))
    }
  }
}

type HandOver = { giver: number; taker: number; span: Span }

function reversed({ giver, taker, span }: HandOver): HandOver {
  return { giver: taker, taker: giver, span }
}

function somethingToGive(frame: Frame, plan: Plan, random: () => number): HandOver | null {
  const slot = Math.floor(random() * frame.size)
  const giver = Math.floor(random() * plan.length)
  const taker = Math.floor(random() * plan.length)
  return handOverAt(frame, plan, giver, taker, slot, random)
}

function somethingInReturn(
  frame: Frame,
  plan: Plan,
  { giver, taker }: HandOver,
  random: () => number,
): HandOver | null {
  for (let tries = 0; tries < 8; tries += 1) {
    const slot = Math.floor(random() * frame.size)
    const found = handOverAt(frame, plan, taker, giver, slot, random)
    if (found !== null) return found
  }
  return null
}

/** The giver's run of one kind there, or one end of it, if the other person may take it. */
function handOverAt(
  frame: Frame,
  plan: Plan,
  giver: number,
  taker: number,
  slot: number,
  random: () => number,
): HandOver | null {
  const giving = plan[giver]
  const locks = frame.locks[giver]
  if (giver === taker || giving === undefined || locks === undefined) return null
  if (giving[slot] === 0 || plan[taker]?.[slot] === 1 || frame.free[taker]?.[slot] === 0)
    return null
  const isNight = frame.night[slot]
  const may = (at: number) => giving[at] === 1 && locks[at] === 0 && frame.night[at] === isNight
  if (!may(slot)) return null
  const part = random()
  let from = slot
  let to = slot + 1
  if (part < 0.75) while (from > 0 && may(from - 1)) from -= 1
  if (part < 0.5 || part >= 0.75) while (to < frame.size && may(to)) to += 1
  const span = [from, to] as const
  return mayTake(frame, plan, taker, from, to) ? { giver, taker, span } : null
}

/** Keeps the sums of everyone's hours, so that a hand-over is judged quickly. */
class Balance {
  readonly #frame: Frame
  readonly #plan: Plan
  readonly #hours: { day: number; night: number }[]
  readonly #mean: { day: number; night: number }

  constructor(frame: Frame, plan: Plan) {
    this.#frame = frame
    this.#plan = plan
    this.#hours = hoursOf(frame, plan)
    const sum = { day: 0, night: 0 }
    for (const { day, night } of this.#hours) {
      sum.day += day
      sum.night += night
    }
    this.#mean = { day: sum.day / plan.length, night: sum.night / plan.length }
  }

  /** The change of cost. */
  handOver({ giver, taker, span }: HandOver): number {
    const before = this.#costAround(giver, span) + this.#costAround(taker, span)
    this.#set(giver, span, 0)
    this.#set(taker, span, 1)
    return this.#costAround(giver, span) + this.#costAround(taker, span) - before
  }

  #set(person: number, [from, to]: Span, on: 0 | 1) {
    this.#plan[person]?.fill(on, from, to)
    const kind = this.#frame.night[from] === 1 ? 'night' : 'day'
    const hours = (to - from) * this.#frame.slotHours * (on === 1 ? 1 : -1)
    const theirs = this.#hours[person]
    if (theirs !== undefined) theirs[kind] += hours
  }

  #costAround(person: number, span: Span): number {
    const frame = this.#frame
    const row = this.#plan[person]
    const hours = this.#hours[person]
    if (row === undefined || hours === undefined) return 0
    let preferred = 0
    for (let slot = span[0]; slot < span[1]; slot += 1) {
      if (row[slot] === 1 && frame.free[person]?.[slot] === 2) preferred += 1
    }
    const more = weighted(frame, hours) - weighted(frame, this.#mean)
    return (
      costOfShifts(frame, shiftsAround(frame, row, span)) +
      preferred * costs.preferredSlot +
      (hours.night - this.#mean.night) ** 2 * unevenness.night +
      (hours.day - this.#mean.day) ** 2 * unevenness.day +
      more ** 2 * unevenness.weighted
    )
  }
}
