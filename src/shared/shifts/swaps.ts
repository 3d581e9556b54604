import { groupedBy } from '../grouped.ts'
import { countThere } from './coverage.ts'
import { overlap } from './overlap.ts'
import { slotMs } from './slots.ts'
import type { Assignment, Shift, Slot, SwapKind } from './tent-shifts.ts'

/** A shift with an owner. Open shifts, whose member left, cannot be swapped. */
export type HeldShift = Shift & { memberId: string }

export type SwapTerms = {
  kind: SwapKind
  by: string
  to: string | null
  shift: HeldShift
  forShift: HeldShift | null
}

/** The facts that decide about a swap; `shiftsOf`: all of a member that the swap may overlap. */
export type SwapFacts = {
  now: number
  shiftsOf: (memberId: string) => readonly HeldShift[]
  isFree: (memberId: string, span: Span) => boolean
}

type Span = Pick<Assignment, 'from' | 'until'>

export type NoSwap = 'over' | 'notTheirs' | 'own' | 'onShift' | 'notFree'

/** Who owns which shift after the swap. */
export function movesOf(
  { kind, by, shift, forShift }: SwapTerms,
  taker: string,
): { shift: HeldShift; to: string }[] {
  if (kind === 'ask') return [{ shift, to: by }]
  const given = { shift, to: taker }
  return forShift === null ? [given] : [given, { shift: forShift, to: by }]
}

/**
 * Why this person cannot take the offer; null: they can. Refused: a shift that has begun or has
 * another owner than the offer says, people who are not free, and people who are on shift then
 * already, by which there may be too few (`shortAfter`).
 */
export function whyNoSwap(facts: SwapFacts, terms: SwapTerms, taker: string): NoSwap | null {
  const { kind, by, to, shift, forShift } = terms
  const giver = kind === 'ask' ? taker : by
  if (taker === by) return 'own'
  if (to !== null && to !== taker) return 'notTheirs'
  if (shift.memberId !== giver || (forShift !== null && forShift.memberId !== taker)) {
    return 'notTheirs'
  }
  // An exchange of the same hours changes nothing.
  if (forShift?.from === shift.from && forShift.until === shift.until) return 'onShift'
  const moves = movesOf(terms, taker)
  if (moves.some((move) => Date.parse(move.shift.from) <= facts.now)) return 'over'
  if (!moves.every((move) => facts.isFree(move.to, move.shift))) return 'notFree'
  // Each person gets one shift at most, so it can overlap only shifts that they have and keep.
  const isMoved = ({ id }: HeldShift) => moves.some((move) => move.shift.id === id)
  const isTwiceAtOnce = moves.some((move) =>
    facts.shiftsOf(move.to).some((other) => overlap(other, move.shift) && !isMoved(other)),
  )
  // If nobody has two shifts at once, as many people are there as before.
  return isTwiceAtOnce ? 'onShift' : null
}

/** Whose shifts are which: sought once for all offers that they decide about. */
export function shiftsByMember(shifts: readonly HeldShift[]): SwapFacts['shiftsOf'] {
  const byMember = groupedBy(shifts, ({ memberId }) => memberId)
  return (memberId) => byMember.get(memberId) ?? []
}

/** Where too few would be there after these moves, fewer than now: the first such half hour. */
export function shortAfter(
  slots: readonly Slot[],
  shifts: readonly HeldShift[],
  moves: ReturnType<typeof movesOf>,
): { at: string; missing: number } | null {
  const moved = new Map(moves.map(({ shift, to }) => [shift.id, to]))
  const after = shifts.map((one) => ({ ...one, memberId: moved.get(one.id) ?? one.memberId }))
  const before = countThere(shifts, slots)
  const then = countThere(after, slots)
  for (const [slot, { at, need }] of slots.entries()) {
    const [was, is] = [before[slot] ?? 0, then[slot] ?? 0]
    if (is < was && is < need) return { at, missing: need - is }
  }
  return null
}

/** Is somebody with these signs, one for each slot, free all the time? Not where slots are missing. */
export function isFreeAll(slots: readonly Slot[], free: string, { from, until }: Span): boolean {
  const during = slots.flatMap(({ at }, slot) => (from <= at && at < until ? [slot] : []))
  const isWhole = during.length * slotMs >= Date.parse(until) - Date.parse(from)
  return isWhole && during.every((slot) => (free[slot] ?? '0') !== '0')
}
