import type { SeasonRules } from '../season/contract.ts'
import { momentOf } from '../season/rules.ts'
import type { Fairness, Shift } from './picture.ts'
import { slotMs } from './slots.ts'

type Timed = Pick<Shift, 'from' | 'until'>

/** A shift's hours by day and by night, by the season's clock. */
export function hoursIn(
  rules: SeasonRules,
  { from, until }: Timed,
): { day: number; night: number } {
  const hours = { day: 0, night: 0 }
  for (let at = Date.parse(from); at < Date.parse(until); at += slotMs) {
    hours[momentOf(rules, at).clock] += slotMs / 3_600_000
  }
  return hours
}

/** For each of these people, in order: planned hours, and hours really done. */
export function fairnessOf(
  rules: SeasonRules,
  memberIds: readonly string[],
  shifts: readonly Shift[],
  now: number,
): Fairness[] {
  const sums = new Map(
    memberIds.map((memberId) => [
      memberId,
      { memberId, planned: { day: 0, night: 0 }, done: { day: 0, night: 0 } },
    ]),
  )
  for (const shift of shifts) {
    const theirs = sums.get(shift.memberId ?? '')
    if (theirs === undefined) continue
    const { day, night } = hoursIn(rules, shift)
    const isDone = shift.arrivedAt !== null && Date.parse(shift.until) <= now
    for (const sum of isDone ? [theirs.planned, theirs.done] : [theirs.planned]) {
      sum.day += day
      sum.night += night
    }
  }
  return [...sums.values()]
}
