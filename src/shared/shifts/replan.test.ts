import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seed, times } from '../../../tests/support/times.ts'
import { boundOf } from './figures.ts'
import { frameOf } from './frame.ts'
import { greedyPlan } from './greedy.ts'
import type { Assignment, Slot } from './picture.ts'
import { isSound, writtenPlan } from './plan.ts'
import { assignmentsOf, keeping, problemOf } from './replan.ts'

const begin = Date.parse('2026-01-29T05:00:00Z')
const at = (slot: number) => new Date(begin + slot * 1_800_000).toISOString()
const size = 96
const slots: Slot[] = Array.from({ length: size }, (_, slot) => ({
  at: at(slot),
  local: `2026-01-${29 + Math.floor(slot / 48)}T00:00`,
  need: slot % 48 < 14 ? 2 : 1,
  night: slot % 48 < 14,
}))
const limits = { minSlots: 2, maxDaySlots: 8, breakSlots: 4, nightWeight: 1.5 }
const problem = (free: readonly string[], locks: Assignment[] = []) =>
  problemOf({
    slots,
    people: free.map((signs, place) => ({
      id: `p${place}`,
      free: signs,
      carried: { day: 0, night: 0 },
    })),
    locks,
    limits,
    timeZone: 'America/New_York',
    seconds: 0,
  })
const planOf = (given: ReturnType<typeof problem>) => {
  const frame = frameOf(given)
  const plan = greedyPlan(frame)
  const written = writtenPlan(given, frame, plan, { how: 'greedy', seconds: 0 })
  return { frame, plan, uncovered: written.uncovered, shifts: assignmentsOf(written, slots) }
}
const blocks = fc
  .array(fc.constantFrom('0', '1', '1', '2'), { minLength: 16, maxLength: 16 })
  .map((signs) => signs.map((sign) => sign.repeat(6)).join(''))

const lockOf = (stay: string) => {
  const [person = '', from] = stay.split(' ')
  return { person, from: Number(from), to: Number(from) + 1 }
}

describe('a plan for a week that changed', () => {
  it('has locks of members alone, cut to its slots', () => {
    const locks = [
      { memberId: 'p0', from: at(-4), until: at(3) },
      { memberId: 'p0', from: at(94), until: at(99) },
      { memberId: 'gone', from: at(1), until: at(3) },
      { memberId: 'p0', from: at(100), until: at(104) },
    ]
    expect(problem(['1'.repeat(size)], locks).locked).toEqual([
      { person: 'p0', from: 0, to: 3 },
      { person: 'p0', from: 94, to: 96 },
    ])
  })

  it('is the same where nothing changed', () => {
    const given = problem(Array.from({ length: 6 }, () => '1'.repeat(size)))
    const { shifts } = planOf(given)
    expect(planOf(keeping(given, shifts, slots)).shifts).toEqual(shifts)
  })

  it('keeps whoever can stay, unless that leaves uncovered what somebody could cover', () => {
    fc.assert(
      fc.property(
        fc.array(blocks, { minLength: 4, maxLength: 7 }),
        fc.nat(6),
        fc.nat(15),
        (free, who, block) => {
          const { shifts } = planOf(problem(free))
          const changed = free.map((signs, place) =>
            place === who % free.length
              ? `${signs.slice(0, block * 6)}000000${signs.slice(block * 6 + 6)}`
              : signs,
          )
          const kept = keeping(problem(changed), shifts, slots)
          const { frame, plan, uncovered } = planOf(kept)
          expect(isSound(frame, plan)).toBe(true)
          const stays = shifts.flatMap(({ memberId, from, until }) =>
            slots.flatMap((slot, place) =>
              from <= slot.at &&
              slot.at < until &&
              changed[Number(memberId.slice(1))]?.[place] !== '0'
                ? `${memberId} ${place}`
                : [],
            ),
          )
          const locked = kept.locked.map(({ person, from }) => `${person} ${from}`)
          const missing = (list: { missing: number }[]) =>
            list.reduce((sum, one) => sum + one.missing, 0)
          expect(stays).toEqual(expect.arrayContaining(locked))
          const isWhole = missing(uncovered) === missing(boundOf(frame))
          if (isWhole && locked.length < stays.length) {
            const strict = { ...kept, locked: stays.map(lockOf) }
            expect(missing(planOf(strict).uncovered)).toBeGreaterThan(missing(boundOf(frame)))
          }
        },
      ),
      { numRuns: times(50, 2000), seed },
    )
  })
})
