import { compareExactly } from '../tents/order.ts'
import { sameMemberOverlap } from './overlap.ts'
import type { Assignment } from './tent-shifts.ts'

/**
 * For each shift of a plan, the shifts of the previous plan that it continues: those of the same
 * member that it overlaps. A shift that was divided is continued by its first part. `plan`: in
 * order.
 */
export function predecessorsOf<T extends Assignment>(
  before: readonly T[],
  plan: readonly Assignment[],
): T[][] {
  const found = plan.map((): T[] => [])
  for (const one of before) {
    const place = plan.findIndex((shift) => sameMemberOverlap(shift, one))
    found[place]?.push(one)
  }
  return found
}

/** What of these lies from `begin` to `end` (milliseconds since 1970). */
export function clipped<T extends Pick<Assignment, 'from' | 'until'>>(
  shifts: readonly T[],
  begin: number,
  end: number,
): T[] {
  return shifts.flatMap((shift) => {
    const from = Math.max(Date.parse(shift.from), begin)
    const until = Math.min(Date.parse(shift.until), end)
    if (from >= until) return []
    return [{ ...shift, from: new Date(from).toISOString(), until: new Date(until).toISOString() }]
  })
}

/**
 * The plan in use after publishing a draft for the time from `cut` to `end` (milliseconds since
 * 1970). Nothing outside that time changes, even in a shift that crosses it. Shifts of a person
 * without a break between them become one, but for those that meet outside that time: offers of
 * them stand. In order.
 */
export function publishedPlan(
  before: readonly Assignment[],
  draft: readonly Assignment[],
  [cut, end]: readonly [cut: number, end: number],
): Assignment[] {
  const parts = [
    ...clipped(before, Number.NEGATIVE_INFINITY, cut),
    ...clipped(before, end, Number.POSITIVE_INFINITY),
    ...clipped(draft, cut, end),
  ].sort((a, b) => compareExactly(a.from, b.from) || compareExactly(a.until, b.until))
  const last = new Map<string, Assignment>()
  const merged: Assignment[] = []
  for (const { memberId, from, until } of parts) {
    const earlier = last.get(memberId)
    const isMet = cut <= Date.parse(from) && Date.parse(from) <= end
    if (earlier !== undefined && (isMet ? from <= earlier.until : from < earlier.until)) {
      if (earlier.until < until) earlier.until = until
      continue
    }
    const shift = { memberId, from, until }
    last.set(memberId, shift)
    merged.push(shift)
  }
  return merged
}

/** Tells one shift from the others: a member has one at a time. */
export function keyOf({ memberId, from, until }: Assignment): string {
  return `${memberId} ${from} ${until}`
}

/** The shifts that are added and removed when one plan replaces another, in order. */
export function changesOf(before: readonly Assignment[], after: readonly Assignment[]) {
  const [known, wanted] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))]
  return {
    added: after.filter((shift) => !known.has(keyOf(shift))),
    removed: before.filter((shift) => !wanted.has(keyOf(shift))),
  }
}
