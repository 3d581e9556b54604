import { boundOf, figuresOf, uncoveredOf } from './figures.ts'
import { type Frame, mayTake, missingOf, type Plan, shiftsOf } from './frame.ts'
import type { ShiftProblem } from './problem.ts'
import type { PlanFigures } from './tent-shifts.ts'

/**
 * A plan as the command line writes it. A shift is a run of neighbouring slots of one person, `to`
 * excluded; `boundUncovered`: what nobody can cover; `seconds`: how long planning took.
 */
export type ShiftPlan = {
  assignments: { person: string; from: number; to: number }[]
  uncovered: { slot: number; missing: number }[]
  boundUncovered: { slot: number; missing: number }[]
  figures: PlanFigures
  how: 'greedy' | 'solver'
  seconds: number
}

/** Who is on shift from which slot up to which, person by person. */
export function spansOf(
  { people }: Pick<ShiftProblem, 'people'>,
  plan: Plan,
): ShiftPlan['assignments'] {
  return people.flatMap(({ id }, person) =>
    shiftsOf(plan[person] ?? new Uint8Array()).map(([from, to]) => ({ person: id, from, to })),
  )
}

export function writtenPlan(
  problem: ShiftProblem,
  frame: Frame,
  plan: Plan,
  made: Pick<ShiftPlan, 'how' | 'seconds'>,
): ShiftPlan {
  return {
    assignments: spansOf(problem, plan),
    uncovered: uncoveredOf(frame, plan),
    boundUncovered: boundOf(frame),
    figures: figuresOf(frame, plan),
    ...made,
  }
}

/** Does the plan respect locks, availability, the longest day and the number needed? */
export function isSound(frame: Frame, plan: Plan): boolean {
  const { locks, size } = frame
  const isWhole = locks.every((row, person) => {
    const planned = plan[person]
    return planned?.length === size && row.every((on, slot) => on === 0 || planned[slot] === 1)
  })
  if (!isWhole) return false
  const missing = missingOf(frame, plan)
  return plan.every((row, person) =>
    row.every((on, slot) => {
      if (on === 0 || locks[person]?.[slot] === 1) return true
      if ((missing[slot] ?? 0) < 0) return false
      row[slot] = 0
      const may = mayTake(frame, plan, person, slot, slot + 1)
      row[slot] = 1
      return may
    }),
  )
}
