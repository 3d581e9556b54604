import { countThere } from './coverage.ts'
import type { Assignment, Shift, Slot, SwapKind } from './picture.ts'

/** A shift with an owner. Open shifts, whose member left, cannot be swapped. */
export type HeldShift = Shift & { memberId: string }

export type SwapTerms = {
  kind: SwapKind
  by: string
  to: string | null
  shift: HeldShift
  forShift: HeldShift | null
}

/**
 * The facts that decide about a swap. `freeOf`: one sign for each slot; `shifts`: all of those
 * days.
 */
export type SwapFacts = {
  now: number
  slots: readonly Slot[]
  shifts: readonly HeldShift[]
  freeOf: (memberId: string) => string
}

/** `short`: too few people would be there, or even fewer than now. */
export type NoSwap = 'over' | 'notTheirs' | 'own' | 'onShift' | 'notFree' | 'short'

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
 * another owner than the offer says, and people who are not free or already on shift then.
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
  const moved = new Map(moves.map((move) => [move.shift.id, move.to]))
  const after = facts.shifts.map((one) => ({ ...one, memberId: moved.get(one.id) ?? one.memberId }))
  for (const { shift: one, to: owner } of moves) {
    const others = after.filter((other) => other.id !== one.id && other.memberId === owner)
    if (others.some((other) => overlap(other, one))) return 'onShift'
    if (!isFree(facts, owner, one)) return 'notFree'
  }
  return isShorter(facts, after) ? 'short' : null
}

function overlap(a: Assignment, b: Assignment): boolean {
  return Date.parse(a.from) < Date.parse(b.until) && Date.parse(b.from) < Date.parse(a.until)
}

function isFree({ slots, freeOf }: SwapFacts, memberId: string, { from, until }: Assignment) {
  const free = freeOf(memberId)
  const of = slots.flatMap(({ at }, slot) =>
    Date.parse(from) <= Date.parse(at) && Date.parse(at) < Date.parse(until) ? [slot] : [],
  )
  return of.length > 0 && of.every((slot) => (free[slot] ?? '0') !== '0')
}

/** Would any slot miss more people than now? */
function isShorter({ slots, shifts }: SwapFacts, after: readonly HeldShift[]): boolean {
  const [before, then] = [countThere(shifts, slots), countThere(after, slots)]
  return slots.some(({ need }, slot) => {
    const [was, is] = [before[slot] ?? 0, then[slot] ?? 0]
    return is < was && is < need
  })
}
