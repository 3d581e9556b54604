import { localDayOf } from '../../shared/season/local-time.ts'
import { dayAfter, slotsOf } from '../../shared/shifts/slots.ts'
import {
  type HeldShift,
  isFreeAll,
  type SwapFacts,
  type SwapTerms,
  shiftsByMember,
  whyNoSwap,
} from '../../shared/shifts/swaps.ts'
import type { Slot, Swap } from '../../shared/shifts/tent-shifts.ts'
import { freeOf, hasAccount, heldShifts, isMember, type Planning } from './planning.ts'
import type { KeptSwap } from './swaps/store.ts'

/** An offer with its current shifts; null: one is gone or nobody's any more. */
export function termsOf(
  held: ReadonlyMap<string, HeldShift>,
  { kind, by, to, shiftId, forShiftId }: KeptSwap,
): SwapTerms | null {
  const find = (id: string | null) => held.get(id ?? '') ?? null
  const [shift, forShift] = [find(shiftId), find(forShiftId)]
  if (shift === null || (forShiftId !== null && forShift === null)) return null
  return { kind, by, to, shift, forShift }
}

/**
 * The facts that decide whether offers with these shifts are possible. Made once for a call: the
 * half hours of a day and who is free in a shift are asked for many offers.
 */
export function factsOf(planning: Planning, held: readonly HeldShift[], now: Date): SwapFacts {
  const slotsOn = remembering((date: string) => slotsOf(planning.needs, date, 1))
  const freeOn = remembering((memberId: string, date: string) =>
    freeOf(planning, memberId, slotsOn(date)),
  )
  const isFree = remembering((memberId: string, from: string, until: string) => {
    const dates = datesOf(planning, { from, until })
    const free = dates.map((date) => freeOn(memberId, date)).join('')
    return isFreeAll(
      dates.flatMap((date) => slotsOn(date)),
      free,
      { from, until },
    )
  })
  return {
    now: now.getTime(),
    shiftsOf: shiftsByMember(held),
    // What members answered is kept when they leave the roster.
    isFree: (memberId, { from, until }) =>
      isMember(planning, memberId) && isFree(memberId, from, until),
  }
}

function remembering<Key extends string[], T>(make: (...key: Key) => T): (...key: Key) => T {
  const made = new Map<string, T>()
  return (...key) => {
    const name = key.join(' ')
    const known = made.get(name) ?? make(...key)
    made.set(name, known)
    return known
  }
}

/** The days of these shifts; they may be weeks apart, and only their own days are read. */
export function slotsWith(planning: Planning, shifts: readonly HeldShift[]): Slot[] {
  const dates = new Set(shifts.flatMap((shift) => datesOf(planning, shift)))
  return [...dates].sort().flatMap((date) => slotsOf(planning.needs, date, 1))
}

function datesOf(
  { needs }: Planning,
  { from, until }: Pick<HeldShift, 'from' | 'until'>,
): string[] {
  const day = (at: string) => localDayOf(Date.parse(at), needs.rules.timeZone)
  const dates: string[] = []
  for (let date = day(from); date <= day(until); date = dayAfter(date, 1)) dates.push(date)
  return dates
}

/** Who could take the reader's shift, and for which shifts of others it may go. */
export function swapOptionsOf(
  planning: Planning,
  held: readonly HeldShift[],
  shift: HeldShift,
  now: Date,
): { takers: string[]; shifts: HeldShift[] } {
  const facts = factsOf(planning, held, now)
  const terms = { by: shift.memberId, to: null, shift }
  // Without an account, nobody can accept an offer.
  const canAccept = (id: string) => hasAccount(planning, id)
  const takers = planning.tent.people
    .map(({ id }) => id)
    .filter(canAccept)
    .filter((id) => whyNoSwap(facts, { ...terms, kind: 'give', forShift: null }, id) === null)
  const shifts = held.filter((forShift) => {
    const exchange = { ...terms, kind: 'exchange' as const, forShift }
    const { memberId } = forShift
    return canAccept(memberId) && whyNoSwap(facts, exchange, memberId) === null
  })
  return { takers, shifts }
}

export function byId(held: readonly HeldShift[]): ReadonlyMap<string, HeldShift> {
  return new Map(held.map((shift) => [shift.id, shift]))
}

export function shiftsIn({ shift, forShift }: SwapTerms): HeldShift[] {
  return forShift === null ? [shift] : [shift, forShift]
}

/** Who took the offer and waits for a planner's yes; null: nobody, or they have left the tent. */
export function takerOf(planning: Planning, { takenBy }: KeptSwap): string | null {
  return isMember(planning, takenBy) ? takenBy : null
}

/** Who alone can take the offer; null: whoever comes first. */
function onlyTaker({ kind, to, shift, forShift }: SwapTerms): string | null {
  return to ?? (kind === 'give' ? null : (forShift ?? shift).memberId)
}

/**
 * The offers as the reader may see them: all of their own that have not begun, all that wait for a
 * planner, who may decline them, and of the open ones of others those that the one person who may
 * take them still can.
 */
export function shownSwaps(planning: Planning, swaps: readonly KeptSwap[], now: Date): Swap[] {
  const held = heldShifts(planning)
  const facts = factsOf(planning, held, now)
  const heldById = byId(held)
  return swaps.flatMap((kept) => {
    const terms = termsOf(heldById, kept)
    if (terms === null || !isMember(planning, kept.by)) return []
    const shifts = shiftsIn(terms)
    if (shifts.some(({ from }) => Date.parse(from) <= now.getTime())) return []
    const { me } = planning
    const takenBy = takerOf(planning, kept)
    const isOpen = takenBy === null
    const { shift, forShift, kind, by, to } = terms
    const taker = isOpen ? onlyTaker(terms) : null
    if (by !== me && taker !== null && whyNoSwap(facts, terms, taker) !== null) return []
    return {
      id: kept.id,
      kind,
      by,
      to,
      shift,
      forShift,
      state: isOpen ? ('open' as const) : ('waits' as const),
      takenBy,
      at: kept.at.toISOString(),
      canTake: isOpen && me !== null && whyNoSwap(facts, terms, me) === null,
      isMine: by === me,
    }
  })
}
