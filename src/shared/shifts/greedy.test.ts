import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyShiftProblem } from '../../../tests/support/any-shift-problem.ts'
import { missedHandOvers, planFaults } from '../../../tests/support/plan-faults.ts'
import { tentingProblem } from '../../../tests/support/shift-problem.ts'
import { frameOf } from './frame.ts'
import { greedyPlan } from './greedy.ts'
import { isSound, writtenPlan } from './plan.ts'
import type { ShiftProblem } from './problem.ts'

function greedy(problem: ShiftProblem) {
  const frame = frameOf(problem)
  return writtenPlan(problem, frame, greedyPlan(frame), { how: 'greedy', seconds: 0 })
}

describe('the greedy plan', { timeout: 30_000 }, () => {
  it('holds all that a plan must, whatever it is asked for', () => {
    fc.assert(
      fc.property(anyShiftProblem, (problem) => {
        expect(planFaults(problem, greedy(problem))).toEqual([])
        const frame = frameOf(problem)
        expect(isSound(frame, greedyPlan(frame))).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('leaves no hand-over that would make fewer short shifts and breaks', () => {
    fc.assert(
      fc.property(anyShiftProblem, (problem) => {
        expect(missedHandOvers(problem, greedy(problem))).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('covers whatever someone free can cover, where the longest day stands in nobody’s way', () => {
    fc.assert(
      fc.property(anyShiftProblem, (problem) => {
        const limits = { ...problem.limits, maxDaySlots: problem.slots.length }
        const { uncovered, boundUncovered } = greedy({ ...problem, limits, locked: [] })
        expect(uncovered).toEqual(boundUncovered)
      }),
      { numRuns: 150 },
    )
  })

  it.each([1, 2, 3])('covers two weeks of a tent in whole nights (seed %i)', (seed) => {
    const problem = tentingProblem({
      days: 14,
      seed,
      freeByDay: 0.55,
      freeByNight: 0.75,
      seconds: 0,
      required: () => ({ day: 1, night: 6 }),
    })
    const plan = greedy(problem)
    expect(planFaults(problem, plan)).toEqual([])
    expect(plan.uncovered).toEqual(plan.boundUncovered)
    expect(plan.figures.shifts).toBeLessThan(200)
  })
})
