import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seed, times } from '../../../tests/support/times.ts'
import { countThere, shortRanges } from './coverage.ts'
import {
  type HeldShift,
  isFreeAll,
  movesOf,
  type SwapFacts,
  type SwapTerms,
  shiftsByMember,
  shortAfter,
  whyNoSwap,
} from './swaps.ts'
import type { Slot } from './tent-shifts.ts'

const begin = Date.parse('2026-01-29T05:00:00Z')
const at = (slot: number) => new Date(begin + slot * 1_800_000).toISOString()
const slots = (needs: number[]): Slot[] =>
  needs.map((need, slot) => ({ at: at(slot), local: '', need, night: false }))
const shift = (id: string, memberId: string, from: number, to: number): HeldShift => ({
  id,
  memberId,
  from: at(from),
  until: at(to),
  arrivedAt: null,
})
const ann = shift('a', 'ann', 2, 6)
const bo = shift('b', 'bo', 6, 8)
const known = slots([1, 1, 1, 1, 2, 2, 1, 1, 1, 1])
const facts = (free: Record<string, string> = {}, shifts = [ann, bo]): SwapFacts => ({
  now: begin,
  shiftsOf: shiftsByMember(shifts),
  isFree: (id, span) => isFreeAll(known, free[id] ?? '1111111111', span),
})
/** Cy is on shift with Ann from the fourth half hour on, and two are needed from the fifth on. */
const threeShifts = [ann, bo, shift('c', 'cy', 3, 6)]
const two = facts({}, threeShifts)
const give: SwapTerms = { kind: 'give', by: 'ann', to: null, shift: ann, forShift: null }
const ask: SwapTerms = { kind: 'ask', by: 'cy', to: null, shift: ann, forShift: null }
const exchange: SwapTerms = { kind: 'exchange', by: 'ann', to: null, shift: ann, forShift: bo }

describe('a swap', () => {
  it.each<[string, SwapFacts, SwapTerms, string, string | null]>([
    ['a gift', facts(), give, 'cy', null],
    ['a gift to who has another shift', facts(), give, 'bo', null],
    ['one’s own gift', facts(), give, 'ann', 'own'],
    ['a gift that is meant for another', facts(), { ...give, to: 'bo' }, 'cy', 'notTheirs'],
    ['a gift that is theirs no more', facts(), { ...give, by: 'di' }, 'cy', 'notTheirs'],
    ['a gift to who is not free', facts({ cy: '1101111111' }), give, 'cy', 'notFree'],
    ['a gift that has begun', { ...facts(), now: Date.parse(at(2)) }, give, 'cy', 'over'],
    ['a gift to who is there', facts({}, [ann, shift('c', 'cy', 5, 7)]), give, 'cy', 'onShift'],
    ['a gift that leaves one too few', two, give, 'cy', 'onShift'],
    ['a gift to who is there and not free', { ...two, isFree: () => false }, give, 'cy', 'notFree'],
    ['a shift asked for', facts(), ask, 'ann', null],
    ['a shift asked for by who is not free', facts({ cy: '0' }), ask, 'ann', 'notFree'],
    ['a shift asked of another', facts(), ask, 'bo', 'notTheirs'],
    ['an exchange', facts(), exchange, 'bo', null],
    ['an exchange with somebody else', facts(), exchange, 'cy', 'notTheirs'],
    ['an exchange with who is not free', facts({ ann: '1111110111' }), exchange, 'bo', 'notFree'],
    [
      'the same hours',
      facts(),
      { ...exchange, forShift: { ...bo, from: ann.from, until: ann.until } },
      'bo',
      'onShift',
    ],
  ])('of %s', (_, given, terms, taker, expected) => {
    expect(whyNoSwap(given, terms, taker)).toBe(expected)
  })

  it.each([
    ['none', known.slice(0, 0)],
    ['its beginning', known.slice(0, 4)],
    ['its end', known.slice(4)],
  ])('of whose half hours only a part is known, %s, finds nobody free', (_, part) => {
    expect(isFreeAll(known, '1'.repeat(10), ann)).toBe(true)
    expect(isFreeAll(part, '1'.repeat(10), ann)).toBe(false)
  })

  it('that leaves too few says from when on, and how many are missing', () => {
    expect(shortAfter(known, threeShifts, movesOf(give, 'cy'))).toEqual({ at: at(4), missing: 1 })
    expect(shortAfter(known, threeShifts, movesOf(give, 'di'))).toBeNull()
  })

  it('that is possible leaves everyone free, once at a time, and nothing shorter', () => {
    const anyShift = fc.record({
      memberId: fc.constantFrom('ann', 'bo', 'cy'),
      from: fc.integer({ min: 0, max: 8 }),
      length: fc.integer({ min: 1, max: 4 }),
    })
    const anyFacts = fc.record({
      shifts: fc.array(anyShift, { minLength: 1, maxLength: 6 }),
      needs: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 12, maxLength: 12 }),
      free: fc.array(
        fc.string({ unit: fc.constantFrom('0', '1', '2'), minLength: 12, maxLength: 12 }),
        {
          minLength: 3,
          maxLength: 3,
        },
      ),
      kind: fc.constantFrom('give', 'ask', 'exchange'),
      picks: fc.tuple(fc.nat(5), fc.nat(5), fc.nat(2), fc.nat(2)),
    })
    let taken = 0
    fc.assert(
      fc.property(anyFacts, ({ shifts, needs, free, kind, picks }) => {
        const people = ['ann', 'bo', 'cy']
        const held = shifts.map(({ memberId, from, length }, place) =>
          shift(`${place}`, memberId, from, Math.min(12, from + length)),
        )
        const [one, other] = [held[picks[0] % held.length], held[picks[1] % held.length]]
        if (one === undefined || other === undefined) return
        const needed = slots(needs)
        const freeOf = (id: string) => free[people.indexOf(id)] ?? ''
        const given: SwapFacts = {
          now: begin - 1,
          shiftsOf: shiftsByMember(held),
          isFree: (id, span) => isFreeAll(needed, freeOf(id), span),
        }
        const by = people[picks[2]] ?? ''
        const taker = people[picks[3]] ?? ''
        const forShift = kind === 'exchange' ? other : null
        const terms: SwapTerms = { kind: kind as 'give', by, to: null, shift: one, forShift }
        if (whyNoSwap(given, terms, taker) !== null) return
        taken += 1
        const moves = movesOf(terms, taker)
        const after = held.map((each) => {
          const move = moves.find((moved) => moved.shift.id === each.id)
          return move === undefined ? each : { ...each, memberId: move.to }
        })
        for (const { shift: moved, to } of moves) {
          for (let slot = 0; slot < 12; slot += 1) {
            if (moved.from > at(slot) || at(slot) >= moved.until) continue
            expect(freeOf(to)[slot]).not.toBe('0')
            const theirs = after.filter(
              (each) => each.memberId === to && each.from <= at(slot) && at(slot) < each.until,
            )
            expect(theirs).toHaveLength(1)
          }
        }
        const short = (list: HeldShift[]) =>
          shortRanges(needed, countThere(list, needed)).reduce(
            (sum, { from, until, need, there }) =>
              sum + ((Date.parse(until) - Date.parse(from)) / 1_800_000) * (need - there),
            0,
          )
        expect(short(after)).toBeLessThanOrEqual(short(held))
      }),
      { numRuns: times(500, 20_000), seed },
    )
    expect(taken).toBeGreaterThan(0)
  })
})
