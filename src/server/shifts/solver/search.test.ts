import fc from 'fast-check'
import loadHighs from 'highs'
import { describe, expect, it } from 'vitest'
import { anyShiftProblem } from '../../../../tests/support/any-shift-problem.ts'
import { missedHandOvers, planFaults } from '../../../../tests/support/plan-faults.ts'
import { tentingProblem } from '../../../../tests/support/shift-problem.ts'
import { seed, times } from '../../../../tests/support/times.ts'
import { breachesIn, costOf } from '../../../shared/shifts/cost.ts'
import {
  type Frame,
  frameOf,
  missingOf,
  type Plan,
  shiftsOf,
} from '../../../shared/shifts/frame.ts'
import { greedyPlan } from '../../../shared/shifts/greedy.ts'
import { isSound, writtenPlan } from '../../../shared/shifts/plan.ts'
import type { ShiftProblem } from '../../../shared/shifts/problem.ts'
import { randomOf } from '../../random.ts'
import { chooseColumns } from './choose-columns.ts'
import { columnOf, gapIn } from './columns.ts'
import { mendWindow } from './mend-window.ts'
import { search } from './search.ts'

const highs = await loadHighs()

/** So much can't be covered that one breach is less than a share of 0.002 of what the plan costs. */
const muchUncovered: ShiftProblem = {
  slotMinutes: 15,
  start: '2026-01-28T07:00',
  timeZone: 'America/New_York',
  slots: [2, 2, 2, 2, 1, 2, 2, 1].map((need, slot) => ({ need, night: [3, 4, 7].includes(slot) })),
  people: ['10211111', '01012110'].map((free, index) => ({
    id: `p${index}`,
    carriedDayHours: 0,
    carriedNightHours: 0,
    free,
  })),
  locked: [],
  limits: { minSlots: 4, maxDaySlots: 1, breakSlots: 3, nightWeight: 0 },
  seconds: 0,
}

/** Each slot beside the lock may be taken, but not both: the day would be too long across it. */
const acrossLock: ShiftProblem = {
  slotMinutes: 30,
  start: '2026-01-28T07:00',
  timeZone: 'America/New_York',
  slots: Array.from({ length: 7 }, () => ({ need: 2, night: false })),
  people: ['1212010', '1011101'].map((free, index) => ({
    id: `p${index}`,
    carriedDayHours: 0,
    carriedNightHours: 0,
    free,
  })),
  locked: [{ person: 'p0', from: 1, to: 5 }],
  limits: { minSlots: 4, maxDaySlots: 5, breakSlots: 0, nightWeight: 0 },
  seconds: 0,
}

/** A clock on which each look takes a while, so that the search ends soon, and the same each time. */
function searched(frame: Frame): Plan[] {
  const plans = [greedyPlan(frame)]
  let looks = 0
  const now = () => {
    looks += 1000
    return looks
  }
  search(frame, plans[0] ?? [], 100_000, { highs, now, random: randomOf(1) }, (plan) =>
    plans.push(plan),
  )
  return plans
}

describe('the search for better plans', { timeout: times(120_000, 3_600_000) }, () => {
  it('hands out plans that hold all that a plan must, each better than the one before', () => {
    fc.assert(
      fc.property(anyShiftProblem, (problem) => {
        const frame = frameOf(problem)
        const plans = searched(frame)
        for (const plan of plans) {
          const written = writtenPlan(problem, frame, plan, { how: 'solver', seconds: 0 })
          expect(planFaults(problem, written)).toEqual([])
          expect(missedHandOvers(problem, written)).toEqual([])
          expect(isSound(frame, plan)).toBe(true)
        }
        const costs = plans.map((plan) => costOf(frame, plan))
        expect(costs).toEqual(costs.toSorted((a, b) => b - a))
      }),
      { seed, numRuns: times(4, 100), examples: [[acrossLock]] },
    )
  })

  it('covers all that can be covered, with the fewest short shifts and breaks that there can be', () => {
    const small = anyShiftProblem.map((problem) => ({
      ...problem,
      slots: problem.slots.slice(0, 8),
      people: problem.people.slice(0, 2).map((person) => ({
        ...person,
        free: person.free.slice(0, 8),
      })),
      locked: [],
    }))
    fc.assert(
      fc.property(small, (problem) => {
        const frame = frameOf(problem)
        const best = searched(frame).at(-1) ?? []
        expect(judged(frame, best)).toEqual(leastOf(frame))
      }),
      { seed, numRuns: times(4, 100), examples: [[muchUncovered]] },
    )
  })

  /** One is needed in each half hour from 10 PM on; two people. */
  const fromTen = (free: [string, string], carried: number): ShiftProblem => ({
    slotMinutes: 30,
    start: '2026-01-28T22:00',
    timeZone: 'America/New_York',
    slots: Array.from(free[0], () => ({ need: 1, night: false })),
    people: free.map((signs, index) => ({
      id: `p${index}`,
      carriedDayHours: index * carried,
      carriedNightHours: 0,
      free: signs,
    })),
    locked: [],
    limits: { minSlots: 2, maxDaySlots: 16, breakSlots: 4, nightWeight: 1.5 },
    seconds: 0,
  })
  const shiftsOfEach = (plan: Plan) => plan.map((row) => shiftsOf(row))

  it.each([
    ['the first', ['2222', '1111'], [[[0, 4]], []]],
    ['the second', ['1111', '2222'], [[], [[0, 4]]]],
  ] as const)(
    'gives a shift to whom it suits, where all else is equal: %s',
    (_, free, expected) => {
      const plans = searched(frameOf(fromTen([...free], 0)))
      expect(shiftsOfEach(plans.at(-1) ?? [])).toEqual(expected)
    },
  )

  // Even hours are 6 and 2: a hand-over at midnight or one at 4 AM.
  it('lets nobody walk at 4 AM, where midnight is as good', () => {
    const frame = frameOf(fromTen(['1'.repeat(16), '1'.repeat(16)], 4))
    expect(shiftsOfEach(searched(frame).at(-1) ?? [])).toEqual([[[4, 16]], [[0, 4]]])
  })

  it.each<[locked: [from: number, to: number][], longest: number, slots: number[]]>([
    [[[1, 5]], 5, [0, 5]],
    // Each two of these fit together.
    [
      [
        [1, 2],
        [3, 4],
      ],
      4,
      [0, 2, 4],
    ],
  ])('chooses no day that is too long across the locks %j', (locked, maxDaySlots, slots) => {
    const frame = frameOf({
      ...acrossLock,
      people: acrossLock.people.map((person) => ({ ...person, free: '1111111' })),
      locked: locked.map(([from, to]) => ({ person: 'p0', from, to })),
      limits: { ...acrossLock.limits, maxDaySlots },
    })
    const gap = gapIn(frame, frame.locks, [0, frame.size], false)
    const columns = slots.map((slot) => columnOf(frame, gap, 0, [slot, slot + 1]))
    const chosen = chooseColumns(highs, frame, gap, columns, new Set(), 10)
    expect(chosen).toHaveLength(slots.length - 1)
  })
})

describe('the greedy plan', { timeout: times(60_000, 600_000) }, () => {
  it.each(Array.from({ length: times(6, 200) }, (_, index) => index + 1))(
    'leaves nothing to the search that can be covered, where days are short of people (seed %i)',
    (seed) => {
      const problem = tentingProblem({
        days: 1,
        seed,
        freeByDay: 0.55,
        freeByNight: 0.75,
        seconds: 0,
        required: () => ({ day: 5, night: 6 }),
      })
      // The window is the whole day; with no breaches to weigh, its programme covers all it can.
      const frame = frameOf({
        ...problem,
        limits: { ...problem.limits, minSlots: 0, breakSlots: 0 },
      })
      const most = mendWindow(highs, frame, frame.locks, frame.size / 2, 60) ?? []
      const plan = greedyPlan(frameOf(problem))
      expect(judged(frame, plan)).toEqual(judged(frame, most))
    },
  )
})

/** Uncovered slots, then breaches. */
function judged(frame: Frame, plan: Plan): [uncovered: number, breaches: number] {
  return [
    missingOf(frame, plan).reduce((sum, missing) => sum + Math.max(0, missing), 0),
    plan.reduce((sum, row) => sum + breachesIn(frame, shiftsOf(row)), 0),
  ]
}

/** Of all plans that there are. */
function leastOf(frame: Frame): [number, number] {
  const count = 2 ** frame.size
  const rows = Array.from({ length: count }, (_, bits) =>
    Uint8Array.from({ length: frame.size }, (_, slot) => (bits >> slot) & 1),
  )
  const alone = frame.free.map((_, person) =>
    rows.filter((row) => {
      const free = { ...frame, need: frame.need.map(() => frame.free.length) }
      return isSound(
        free,
        frame.free.map((_, other) => (other === person ? row : (rows[0] ?? row))),
      )
    }),
  )
  const plans = alone.reduce<Plan[]>(
    (all, theirs) => all.flatMap((plan) => theirs.map((row) => [...plan, row])),
    [[]],
  )
  return plans
    .filter((plan) => missingOf(frame, plan).every((missing) => missing >= 0))
    .map((plan) => judged(frame, plan))
    .reduce((least, other) =>
      other[0] < least[0] || (other[0] === least[0] && other[1] < least[1]) ? other : least,
    )
}
