import { breachesAdded } from './cost.ts'
import { type Frame, mayTake, missingOf, type Plan } from './frame.ts'

/**
 * Covers, slot by slot, what a free person can still take; if their day became too long, one of its
 * slots goes to somebody else. Modifies the plan.
 */
export function coverMore(frame: Frame, plan: Plan): void {
  missingOf(frame, plan).forEach((missing, slot) => {
    for (let times = 0; times < missing; times += 1) {
      if (!takeBest(frame, plan, slot) && !takeByHandOver(frame, plan, slot)) return
    }
  })
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

function takeByHandOver(frame: Frame, plan: Plan, slot: number): boolean {
  const { free, locks, size, maxDaySlots } = frame
  for (const [person, row] of plan.entries()) {
    if (free[person]?.[slot] === 0 || row[slot] === 1) continue
    const from = Math.max(0, slot - maxDaySlots)
    const to = Math.min(size, slot + maxDaySlots + 1)
    for (let given = from; given < to; given += 1) {
      if (row[given] === 0 || locks[person]?.[given] === 1) continue
      row[given] = 0
      const isEnough = mayTake(frame, plan, person, slot, slot + 1)
      const taker = isEnough ? takerOf(frame, plan, person, given) : undefined
      if (taker !== undefined) {
        taker[given] = 1
        row[slot] = 1
        return true
      }
      row[given] = 1
    }
  }
  return false
}

function takerOf(frame: Frame, plan: Plan, giver: number, slot: number): Uint8Array | undefined {
  return plan.find((_, person) => person !== giver && mayTake(frame, plan, person, slot, slot + 1))
}
