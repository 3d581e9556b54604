import { hourMs } from '../durations.ts'
import type { SeasonRules } from '../season/contract.ts'
import { nightFinder, slotMs } from './slots.ts'
import type { Fairness, Shift } from './tent-shifts.ts'

type Timed = Pick<Shift, 'from' | 'until'>

/** A shift's hours by day and by night, by the season's clock; `since`: only those after it. */
export function hoursIn(
  rules: SeasonRules,
  { from, until }: Timed,
  since: string = from,
): { day: number; night: number } {
  const hours = { day: 0, night: 0 }
  const begin = Date.parse(since)
  const isNight = nightFinder(rules)
  for (let at = Date.parse(from); at < Date.parse(until); at += slotMs) {
    const ms = at + slotMs - Math.max(at, begin)
    if (ms > 0) hours[isNight(at) ? 'night' : 'day'] += ms / hourMs
  }
  return hours
}

/** For each of these people, in order: planned hours, and hours really done, from their arrival. */
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
    add(theirs.planned, hoursIn(rules, shift))
    if (shift.arrivedAt === null || Date.parse(shift.until) > now) continue
    add(theirs.done, hoursIn(rules, shift, shift.arrivedAt))
  }
  return [...sums.values()]
}

type Hours = { day: number; night: number }

function add(sum: Hours, { day, night }: Hours): void {
  sum.day += day
  sum.night += night
}
