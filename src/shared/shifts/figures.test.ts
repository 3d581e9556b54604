import { describe, expect, it } from 'vitest'
import { figuresOf } from './figures.ts'
import { frameOf, type Plan } from './frame.ts'
import { writtenPlan } from './plan.ts'
import type { ShiftProblem } from './problem.ts'

/** Six slots of half an hour, the last two by night. */
const problem: ShiftProblem = {
  slotMinutes: 30,
  start: '2026-01-28T23:00',
  timeZone: 'America/New_York',
  slots: [1, 1, 1, 1, 2, 4].map((need, slot) => ({ need, night: slot > 3 })),
  people: [
    { id: 'ann', carriedDayHours: 1, carriedNightHours: 0, free: '111122' },
    { id: 'bo', carriedDayHours: 0, carriedNightHours: 2, free: '110011' },
    { id: 'cy', carriedDayHours: 0, carriedNightHours: 0, free: '000000' },
  ],
  locked: [],
  limits: { minSlots: 1, maxDaySlots: 8, breakSlots: 0, nightWeight: 1.5 },
  seconds: 0,
}

const rows = (...texts: string[]): Plan => texts.map((text) => Uint8Array.from(text, Number))

describe('the figures of a plan', () => {
  it('are those worked out by hand', () => {
    const plan = rows('000011', '110001', '000000')
    const written = writtenPlan(problem, frameOf(problem), plan, { how: 'greedy', seconds: 0.1 })
    expect(written).toEqual({
      assignments: [
        { person: 'ann', from: 4, to: 6 },
        { person: 'bo', from: 0, to: 2 },
        { person: 'bo', from: 5, to: 6 },
      ],
      uncovered: [
        { slot: 2, missing: 1 },
        { slot: 3, missing: 1 },
        { slot: 4, missing: 1 },
        { slot: 5, missing: 2 },
      ],
      boundUncovered: [{ slot: 5, missing: 2 }],
      figures: {
        uncoveredHours: 2.5,
        // Ann 1, Bo 2.5, Cy 0 by night; Ann 1, Bo 1, Cy 0 by day.
        nightSpreadHours: 2.5,
        daySpreadHours: 1,
        shifts: 3,
        shiftsUnderTwoHours: 3,
        preferredShare: 0.4,
      },
      how: 'greedy',
      seconds: 0.1,
    })
  })

  it('share no preferences among no shifts, and count a shift of two hours as long', () => {
    const frame = frameOf(problem)
    const made = { how: 'greedy', seconds: 0 } as const
    const none = writtenPlan(problem, frame, rows('000000', '000000', '000000'), made)
    expect(none.figures).toMatchObject({ preferredShare: 0, shifts: 0, uncoveredHours: 5 })
    const long = writtenPlan(problem, frame, rows('111100', '000000', '000000'), made)
    expect(long.figures).toMatchObject({ shiftsUnderTwoHours: 0, preferredShare: 0 })
  })

  it('are without what is over before the plan or begins after it, and with what crosses a seam', () => {
    const frame = frameOf(problem)
    const plan = rows('110011', '011000', '000000')
    const of = (from: number, to: number) => figuresOf(frame, plan, [from, to])
    expect(of(2, 6)).toMatchObject({ shifts: 2, shiftsUnderTwoHours: 2, preferredShare: 2 / 3 })
    expect(of(2, 4)).toMatchObject({ shifts: 1, shiftsUnderTwoHours: 1 })
  })

  it('count what is asked for above the number of people', () => {
    const slots = [{ need: 1000, night: false }]
    const people = [{ id: 'ann', carriedDayHours: 0, carriedNightHours: 0, free: '1' }]
    const huge = { ...problem, slots, people }
    const made = { how: 'greedy', seconds: 0 } as const
    const written = writtenPlan(huge, frameOf(huge), rows('1'), made)
    expect(written.uncovered).toEqual([{ slot: 0, missing: 999 }])
    expect(written.boundUncovered).toEqual([{ slot: 0, missing: 999 }])
  })
})

it.each([
  ['a usual night', '2026-01-28', 9],
  ['a night that is an hour shorter', '2026-03-07', 7],
  ['a night that is an hour longer', '2026-10-31', 10],
])('somebody walks at night by the season’s clock, in %s', (_, day, expected) => {
  const slots = Array.from({ length: 24 }, () => ({ need: 0, night: false }))
  const people = problem.people.map((person) => ({ ...person, free: '0'.repeat(24) }))
  const { walks } = frameOf({ ...problem, start: `${day}T22:00`, slots, people })
  expect(walks.reduce((sum, walk) => sum + walk, 0)).toBe(expected)
})
