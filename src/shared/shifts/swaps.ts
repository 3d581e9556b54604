import { countThere } from './coverage.ts'
import { overlap } from './overlap.ts'
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
 * another owner than the offer says, people who are not free, and people who are on shift then
 * already: `short` where that leaves too few.
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
  if (!moves.every((move) => isFree(facts, move.to, move.shift))) return 'notFree'
  const after = shiftsAfter(facts, moves)
  const isTwiceAtOnce = moves.some(({ shift: one, to }) =>
    after.some((other) => other.id !== one.id && other.memberId === to && overlap(other, one)),
  )
  // As many are there as before where nobody is twice at once.
  if (!isTwiceAtOnce) return null
  return shortAfter(facts, moves) === null ? 'onShift' : 'short'
}

/** Where too few would be there after these moves, fewer than now: the first such half hour. */
export function shortAfter(
  facts: Pick<SwapFacts, 'slots' | 'shifts'>,
  moves: ReturnType<typeof movesOf>,
): { at: string; missing: number } | null {
  const { slots, shifts } = facts
  const [before, then] = [countThere(shifts, slots), countThere(shiftsAfter(facts, moves), slots)]
  for (const [slot, { at, need }] of slots.entries()) {
    const [was, is] = [before[slot] ?? 0, then[slot] ?? 0]
    if (is < was && is < need) return { at, missing: need - is }
  }
  return null
}

function shiftsAfter({ shifts }: Pick<SwapFacts, 'shifts'>, moves: ReturnType<typeof movesOf>) {
  const moved = new Map(moves.map(({ shift, to }) => [shift.id, to]))
  return shifts.map((one) => ({ ...one, memberId: moved.get(one.id) ?? one.memberId }))
}

function isFree({ slots, freeOf }: SwapFacts, memberId: string, { from, until }: Assignment) {
  const free = freeOf(memberId)
  const of = slots.flatMap(({ at }, slot) =>
    Date.parse(from) <= Date.parse(at) && Date.parse(at) < Date.parse(until) ? [slot] : [],
  )
  return of.length > 0 && of.every((slot) => (free[slot] ?? '0') !== '0')
}
