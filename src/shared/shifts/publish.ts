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

type Span = { memberId: string; from: number; until: number }

const spanOf = ({ memberId, from, until }: Assignment): Span => ({
  memberId,
  from: Date.parse(from),
  until: Date.parse(until),
})

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
  const kept = before.map(spanOf).flatMap((shift) => [
    { ...shift, until: Math.min(shift.until, cut) },
    { ...shift, from: Math.max(shift.from, end) },
  ])
  const added = draft.map(spanOf).map((shift) => ({
    ...shift,
    from: Math.max(shift.from, cut),
    until: Math.min(shift.until, end),
  }))
  const spans = [...kept, ...added]
    .filter(({ from, until }) => from < until)
    .sort((a, b) => a.from - b.from || a.until - b.until)
  const open = new Map<string, Span>()
  const merged: Span[] = []
  for (const span of spans) {
    const last = open.get(span.memberId)
    const isMet = cut <= span.from && span.from <= end
    if (last !== undefined && (isMet ? span.from <= last.until : span.from < last.until)) {
      last.until = Math.max(last.until, span.until)
      continue
    }
    open.set(span.memberId, span)
    merged.push(span)
  }
  return merged.map(({ memberId, from, until }) => ({
    memberId,
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
  }))
}
