import { breachesAdded } from './cost.ts'
import { type Frame, mayTake, missingOf, type Plan, runsOf, type Span } from './frame.ts'

/**
 * Covers what free people can still take, slot by slot; where their day would become too long, plans
 * that day of theirs again. Modifies the plan.
 */
export function coverMore(frame: Frame, plan: Plan): void {
  takeFree(frame, plan, frame.need.keys())
  for (const person of plan.keys()) {
    for (const day of uncoveredDays(frame, plan, person)) planDay(frame, plan, person, day)
  }
}

function takeFree(frame: Frame, plan: Plan, slots: Iterable<number>): void {
  const missing = missingOf(frame, plan)
  for (const slot of slots) {
    for (let times = 0; times < (missing[slot] ?? 0); times += 1) {
      if (!takeBest(frame, plan, slot)) break
    }
  }
}

function takeBest(frame: Frame, plan: Plan, slot: number): boolean {
  let best: { row: Uint8Array; cost: number } | null = null
  for (const [person, row] of plan.entries()) {
    if (!mayTake(frame, plan, person, slot, slot + 1)) continue
    const cost = breachesAdded(frame, row, [slot, slot + 1])
    if (best === null || cost < best.cost) best = { row, cost }
  }
  if (best !== null) best.row[slot] = 1
  return best !== null
}

/** The runs of day slots that this person has or could take, with something uncovered in them. */
function uncoveredDays(frame: Frame, plan: Plan, person: number): Span[] {
  const { size, night, free } = frame
  const missing = missingOf(frame, plan)
  const has = (slot: number) => plan[person]?.[slot] === 1
  const mayAdd = (slot: number) =>
    (missing[slot] ?? 0) > 0 && !has(slot) && free[person]?.[slot] !== 0
  const days = runsOf(0, size, (slot) => night[slot] === 0 && (has(slot) || mayAdd(slot)))
  return days.filter(([from, to]) => runsOf(from, to, mayAdd).length > 0)
}

/** The person takes the whole day but for what they must leave, which others take if they can. */
function planDay(frame: Frame, plan: Plan, person: number, [from, to]: Span): void {
  const left = leastLeft(frame, plan, person, [from, to])
  if (left === null) return
  const other = plan.map((row) => row.slice())
  other[person]?.fill(1, from, to)
  for (const slot of left) other[person]?.fill(0, slot, slot + 1)
  takeFree(frame, other, left)
  if (uncoveredIn(frame, other) < uncoveredIn(frame, plan)) plan.splice(0, plan.length, ...other)
}

function uncoveredIn(frame: Frame, plan: Plan): number {
  return missingOf(frame, plan).reduce((sum, missing) => sum + Math.max(0, missing), 0)
}

/** A way to leave some slots: the last of them, the way up to there, and what all of them cost. */
type Way = { slot: number; cost: number; before?: Way }

/**
 * What to leave of a day so that it isn't too long: the fewest slots that nobody else can take, then
 * the fewest in all. null if that is no better than what the person leaves now.
 */
function leastLeft(frame: Frame, plan: Plan, person: number, [from, to]: Span): number[] | null {
  const { locks, maxDaySlots, size } = frame
  const row = plan[person]
  const others = [...plan.keys()].filter((other) => other !== person)
  const costOf = (slot: number) => {
    if (row?.[slot] === 0) return size
    return others.some((other) => mayTake(frame, plan, other, slot, slot + 1)) ? 1 : size + 1
  }
  const ways: Way[] = [{ slot: from - 1, cost: 0 }]
  // Since the last way there are only locks, which alone may make a day too long.
  const leastBefore = (slot: number) =>
    ways
      .slice(-maxDaySlots - 1)
      .filter((way, index, near) => index === near.length - 1 || slot - way.slot <= maxDaySlots + 1)
      .reduce((least, way) => (way.cost < least.cost ? way : least))
  let costNow = 0
  for (let slot = from; slot < to; slot += 1) {
    if (locks[person]?.[slot] === 1) continue
    const before = leastBefore(slot)
    ways.push({ slot, cost: before.cost + costOf(slot), before })
    if (row?.[slot] === 0) costNow += size
  }
  const least = leastBefore(to)
  if (least.cost >= costNow) return null
  const left: number[] = []
  for (let way = least; way.before !== undefined; way = way.before) left.push(way.slot)
  return left
}
