import { countThere } from './coverage.ts'
import type { Assignment, Shift, Slot, SwapKind } from './picture.ts'

/** A shift that somebody has: an open one, whose member left, is nobody's to swap. */
export type HeldShift = Shift & { memberId: string }

export type SwapTerms = {
  kind: SwapKind
  by: string
  to: string | null
  shift: HeldShift
  forShift: HeldShift | null
}

/** What a swap is judged by. `freeOf`: a sign for each of the slots; all shifts of those days. */
export type SwapFacts = {
  now: number
  slots: readonly Slot[]
  shifts: readonly HeldShift[]
  freeOf: (memberId: string) => string
}

/** `short`: fewer than needed would be there, or fewer still. */
export type NoSwap = 'over' | 'notTheirs' | 'own' | 'onShift' | 'notFree' | 'short'

/** Who has what after the swap: each a shift, and whose it is then. */
export function movesOf(
  { kind, by, shift, forShift }: SwapTerms,
  taker: string,
): { shift: HeldShift; to: string }[] {
  if (kind === 'ask') return [{ shift, to: by }]
  const given = { shift, to: taker }
  return forShift === null ? [given] : [given, { shift: forShift, to: by }]
}

/**
 * Why this person cannot take this offer; null: they can. A shift that began is not swapped; each
 * shift stays whose the offer says it is; everyone is free where they are to be, and there once.
 */
export function whyNoSwap(facts: SwapFacts, terms: SwapTerms, taker: string): NoSwap | null {
  const { kind, by, to, shift, forShift } = terms
  const giver = kind === 'ask' ? taker : by
  if (taker === by) return 'own'
  if (to !== null && to !== taker) return 'notTheirs'
  if (shift.memberId !== giver || (forShift !== null && forShift.memberId !== taker)) {
    return 'notTheirs'
  }
  // To change places in the same hours changes nothing.
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

/** Would any slot be further from what it needs than it is? */
function isShorter({ slots, shifts }: SwapFacts, after: readonly HeldShift[]): boolean {
  const [before, then] = [countThere(shifts, slots), countThere(after, slots)]
  return slots.some(({ need }, slot) => {
    const [was, is] = [before[slot] ?? 0, then[slot] ?? 0]
    return is < was && is < need
  })
}
