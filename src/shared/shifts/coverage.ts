import { slotMs } from './slots.ts'
import type { Assignment, ShortRange, Slot } from './tent-shifts.ts'

/** How many people are free at each slot; `free` has one text of signs for each person. */
export function countFree(free: readonly string[], slots: readonly Slot[]): number[] {
  return slots.map((_, slot) => free.filter((signs) => (signs[slot] ?? '0') !== '0').length)
}

/** How many different people are on shift at each slot. */
export function countThere(shifts: readonly Assignment[], slots: readonly Slot[]): number[] {
  const there = new Map(slots.map(({ at }) => [Date.parse(at), new Set<string>()]))
  for (const { memberId, from, until } of shifts) {
    for (let at = Date.parse(from); at < Date.parse(until); at += slotMs) {
      there.get(at)?.add(memberId)
    }
  }
  return slots.map(({ at }) => there.get(Date.parse(at))?.size ?? 0)
}

/**
 * The ranges with fewer people than needed, in order; neighbouring slots with the same numbers are
 * one range.
 */
export function shortRanges(slots: readonly Slot[], there: readonly number[]): ShortRange[] {
  const ranges: ShortRange[] = []
  for (const [index, { at, need }] of slots.entries()) {
    const count = there[index] ?? 0
    if (count >= need) continue
    const until = new Date(Date.parse(at) + slotMs).toISOString()
    const last = ranges.at(-1)
    if (last?.until === at && last.need === need && last.there === count) last.until = until
    else ranges.push({ from: at, until, need, there: count })
  }
  return ranges
}
