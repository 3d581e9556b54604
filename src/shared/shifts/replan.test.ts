import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { missedHandOvers, planFaults } from '../../../tests/support/plan-faults.ts'
import { seed, times } from '../../../tests/support/times.ts'
import { breachesIn } from './cost.ts'
import { boundOf, hoursOf, uncoveredOf } from './figures.ts'
import { frameOf, type Plan, runsOf, type Span, shiftsOf } from './frame.ts'
import { greedyPlan } from './greedy.ts'
import { mend } from './mend.ts'
import { isSound, writtenPlan } from './plan.ts'
import { clipped, publishedPlan } from './publish.ts'
import { adjoiningProblem, assignmentsOf, keeping, problemOf } from './replan.ts'
import type { Assignment, Slot } from './tent-shifts.ts'

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
  })
const planOf = (given: ReturnType<typeof problem>) => {
  const frame = frameOf(given)
  const plan = greedyPlan(frame)
  const shifts = assignmentsOf(given, plan, slots)
  return { frame, plan, uncovered: uncoveredOf(frame, plan), shifts }
}
const written = (given: ReturnType<typeof problem>, plan: Plan) =>
  writtenPlan(given, frameOf(given), plan, { how: 'greedy', seconds: 0 })
/** After all hand-overs that make fewer short shifts and breaks. */
const mended = (given: ReturnType<typeof problem>, plan: Plan) => {
  const rows = plan.map((row) => row.slice())
  mend(frameOf(given), rows)
  return rows
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
    const { plan } = keeping(given, shifts, slots)
    expect(assignmentsOf(given, plan, slots)).toEqual(shifts)
  })

  it('keeps no rest of a shift that is too short and that somebody else can take', () => {
    const all = '1'.repeat(size)
    const given = problem([`1${'0'.repeat(13)}${'1'.repeat(size - 14)}`, all, all])
    const night = { from: at(0), until: at(14) }
    const before = [
      { memberId: 'p0', ...night },
      { memberId: 'p1', ...night },
    ]
    const { plan } = keeping(given, before, slots)
    expect(plan.map((row) => shiftsOf(row, 0, 14))).toEqual([[], [[0, 14]], [[0, 14]]])
    expect(missedHandOvers(given, written(given, plan))).toEqual([])
  })

  it('keeps no day that has become too long', () => {
    const given = problem(Array.from({ length: 6 }, () => '1'.repeat(size)))
    const { shifts } = planOf(given)
    const shorter = { ...given, limits: { ...limits, maxDaySlots: 4 } }
    const { plan } = keeping(shorter, shifts, slots)
    expect(planFaults(shorter, written(shorter, plan))).toEqual([])
  })

  it('keeps the night after a day that has become too long', () => {
    const given = problem(Array.from({ length: 6 }, () => '1'.repeat(size)))
    const before = [{ memberId: 'p0', from: at(36), until: at(62) }]
    const shorter = { ...given, limits: { ...limits, maxDaySlots: 4 } }
    const { problem: kept } = keeping(shorter, before, slots)
    const stays = kept.locked.map(({ from }) => from)
    expect(stays).toEqual([36, 37, 38, 39, ...Array.from({ length: 14 }, (_, slot) => 48 + slot)])
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
          const given = problem(changed)
          const { problem: kept, plan } = keeping(given, shifts, slots)
          const frame = frameOf(kept)
          expect(isSound(frame, plan)).toBe(true)
          expect(mended(given, plan)).toEqual(plan)
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
          const isWhole = missing(uncoveredOf(frame, plan)) === missing(boundOf(frame))
          if (isWhole && locked.length < stays.length) {
            const strict = planOf({ ...kept, locked: stays.map(lockOf) })
            const isCovered = missing(strict.uncovered) === missing(boundOf(frame))
            if (isCovered) expect(mended(given, strict.plan)).not.toEqual(strict.plan)
          }
        },
      ),
      { numRuns: times(50, 2000), seed },
    )
  })
})

/** Two weeks of one tent, in small: each is planned by itself, the second once the first is in use. */
describe('a plan beside another one', () => {
  const begins = Date.parse('2026-01-29T05:00:00Z')
  const instant = (slot: number) => new Date(begins + slot * 1_800_000).toISOString()
  const both: Slot[] = Array.from({ length: 2 * size }, (_, slot) => ({
    at: instant(slot),
    local: `2026-01-${29 + Math.floor(slot / 48)}T00:00`,
    need: slot % 48 < 14 ? 2 : 1,
    night: slot % 48 < 14,
  }))
  const hoursBefore = (held: readonly Assignment[], count: number) => (before: number) =>
    Array.from({ length: count }, (_, place) => {
      const hours = { day: 0, night: 0 }
      for (const { memberId, from, until } of clipped(held, 0, before)) {
        if (memberId !== `p${place}`) continue
        for (const { at: begin, night } of both) {
          if (from <= begin && begin < until) hours[night ? 'night' : 'day'] += 0.5
        }
      }
      return hours
    })

  /** `seam`: the later one begins at this slot; `isLaterFirst`: it is the one in use. */
  function planTwo(free: readonly string[], seam: number, isLaterFirst: boolean) {
    const planHalf = ([from, to]: Span, held: readonly Assignment[]) => {
      const made = adjoiningProblem({
        slots: both.slice(from, to),
        earlier: both.slice(0, from),
        later: both.slice(to),
        held,
        people: free.map((signs, place) => ({ id: `p${place}`, free: signs.slice(from, to) })),
        carried: hoursBefore(held, free.length),
        locks: [],
        limits,
        timeZone: 'America/New_York',
      })
      const frame = frameOf(made.problem)
      const plan = greedyPlan(frame)
      const reach = [Date.parse(instant(from)), Date.parse(instant(to))] as const
      const shifts = clipped(assignmentsOf(made.problem, plan, made.slots), ...reach)
      return { frame, plan, shifts, reach }
    }
    const halves: [Span, Span] = [
      [0, seam],
      [seam, 2 * size],
    ]
    const [one, other] = isLaterFirst ? [halves[1], halves[0]] : halves
    const first = planHalf(one, [])
    const second = planHalf(other, first.shifts)
    const joined = publishedPlan(first.shifts, second.shifts, second.reach)
    const rows = free.map((_, place) =>
      Uint8Array.from(both, ({ at: begin }) =>
        Number(
          joined.some(
            ({ memberId, from, until }) =>
              memberId === `p${place}` && from <= begin && begin < until,
          ),
        ),
      ),
    )
    return { first, second, joined, rows }
  }

  it('knows the longest day and whose hours are which, wherever it begins or ends', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(blocks, blocks), { minLength: 4, maxLength: 7 }),
        fc.integer({ min: 8, max: size + 40 }),
        fc.boolean(),
        (signs, seam, isLaterFirst) => {
          const free = signs.map((halves) => halves.join(''))
          const { first, second, joined, rows } = planTwo(free, seam, isLaterFirst)
          expect(isSound(second.frame, second.plan)).toBe(true)
          for (const row of rows) {
            const days = runsOf(0, row.length, (slot) => row[slot] === 1 && !both[slot]?.night)
            for (const [from, to] of days) expect(to - from).toBeLessThanOrEqual(8)
          }
          expect(hoursOf(second.frame, second.plan)).toEqual(
            hoursBefore(joined, free.length)(second.reach[1]),
          )
          // What is in use stays, and nobody is added to it.
          const inUse = clipped(joined, ...first.reach)
          expect(inUse.toSorted(byTime)).toEqual(first.shifts.toSorted(byTime))
        },
      ),
      { numRuns: times(60, 2000), seed },
    )
  })

  it.each([
    ['begins', false],
    ['ends', true],
  ])('breaks no break and no shift where it %s if everyone is always free', (_, isLaterFirst) => {
    const free = Array.from({ length: 6 }, () => '1'.repeat(2 * size))
    for (let seam = 12; seam < size + 40; seam += 1) {
      const { first, second, rows } = planTwo(free, seam, isLaterFirst)
      const whole = { ...second.frame, minSlots: limits.minSlots, breakSlots: limits.breakSlots }
      const breaches = (list: readonly Uint8Array[]) =>
        list.reduce((sum, row) => sum + breachesIn(whole, shiftsOf(row)), 0)
      expect([seam, breaches(rows)]).toEqual([
        seam,
        expect.toSatisfy(isAtMost(breaches(first.plan))),
      ])
    }
  })
})

const isAtMost = (most: number) => (count: number) => count <= most
const byTime = (a: Assignment, b: Assignment) =>
  a.from.localeCompare(b.from) || a.memberId.localeCompare(b.memberId)
