import type { Assignment } from './tent-shifts.ts'

/** Do they share time? Instants as the server writes them, which sort as texts. */
export function overlap(
  one: Pick<Assignment, 'from' | 'until'>,
  other: Pick<Assignment, 'from' | 'until'>,
): boolean {
  return one.from < other.until && other.from < one.until
}

/** Would one member be in both at once? */
export function sameMemberOverlap(one: Assignment, other: Assignment): boolean {
  return one.memberId === other.memberId && overlap(one, other)
}
