import { localTimeOf } from '../../shared/season/local-time.ts'
import { dayAfter, slotsOf } from '../../shared/shifts/slots.ts'
import {
  type HeldShift,
  type SwapFacts,
  type SwapTerms,
  whyNoSwap,
} from '../../shared/shifts/swaps.ts'
import type { Swap } from '../../shared/shifts/tent-shifts.ts'
import { freeOf, heldShifts, type Planning } from './planning.ts'
import type { KeptSwap } from './swaps/store.ts'

/** An offer with its current shifts; null: one is gone or nobody's any more. */
export function termsOf(
  held: readonly HeldShift[],
  {
    kind,
    by,
    to,
    shiftId,
    forShiftId,
  }: Pick<KeptSwap, 'kind' | 'by' | 'to' | 'shiftId' | 'forShiftId'>,
): SwapTerms | null {
  const find = (id: string | null) => held.find((shift) => shift.id === id) ?? null
  const [shift, forShift] = [find(shiftId), find(forShiftId)]
  if (shift === null || (forShiftId !== null && forShift === null)) return null
  return { kind, by, to, shift, forShift }
}

/** The facts that decide whether offers with these shifts are possible. */
export function factsFor(
  planning: Planning,
  held: readonly HeldShift[],
  concerned: readonly HeldShift[],
  now: Date,
): SwapFacts {
  const { timeZone } = planning.needs.rules
  const day = (instant: string) => localTimeOf(Date.parse(instant), timeZone).slice(0, 10)
  const dates = new Set(
    concerned.flatMap(({ from, until }) => {
      const days: string[] = []
      for (let date = day(from); date <= day(until); date = dayAfter(date, 1)) days.push(date)
      return days
    }),
  )
  // The two shifts may be weeks apart: only their own days are read.
  const slots = [...dates].sort().flatMap((date) => slotsOf(planning.needs, date, 1))
  const known = new Map<string, string>()
  const signs = (memberId: string) => {
    const free = known.get(memberId) ?? freeOf(planning, memberId, slots)
    known.set(memberId, free)
    return free
  }
  return { now: now.getTime(), slots, shifts: held, freeOf: signs }
}

export function shiftsIn({ shift, forShift }: SwapTerms): HeldShift[] {
  return forShift === null ? [shift] : [shift, forShift]
}

/** The offers that are still possible, as the reader may see them. */
export function shownSwaps(planning: Planning, swaps: readonly KeptSwap[], now: Date): Swap[] {
  const held = heldShifts(planning)
  return swaps.flatMap((kept) => {
    const terms = termsOf(held, kept)
    if (terms === null) return []
    const shifts = shiftsIn(terms)
    if (shifts.some(({ from }) => Date.parse(from) <= now.getTime())) return []
    const { me } = planning
    const facts = factsFor(planning, held, shifts, now)
    const isOpen = kept.takenBy === null
    const { shift, forShift, kind, by, to } = terms
    return {
      id: kept.id,
      kind,
      by,
      to,
      shift,
      forShift,
      state: isOpen ? ('open' as const) : ('waits' as const),
      takenBy: kept.takenBy,
      at: kept.at.toISOString(),
      canTake: isOpen && me !== null && whyNoSwap(facts, terms, me) === null,
      isMine: by === me,
    }
  })
}
