import { frameOf } from '../../shared/shifts/frame.ts'
import { greedyPlan } from '../../shared/shifts/greedy.ts'
import { type ShiftPlan, writtenPlan } from '../../shared/shifts/plan.ts'
import type { ShiftProblem } from '../../shared/shifts/problem.ts'
import type { Context } from '../context.ts'
import { improve } from './solver.ts'

/** Reserved for ending the solver and writing the plan. */
const reserveMs = 1000

/** The best plan found within the problem's seconds; `onFailure` is told why the solver failed. */
export async function planShifts(
  context: Pick<Context, 'now'>,
  problem: ShiftProblem,
  onFailure: (error: Error) => void,
  solver = improve,
): Promise<ShiftPlan> {
  const began = context.now().getTime()
  const frame = frameOf(problem)
  let plan = greedyPlan(frame)
  let how: ShiftPlan['how'] = 'greedy'
  const given = problem.seconds * 1000
  const deadline = began + given - Math.min(reserveMs, given / 4)
  await solver(context, problem, plan, deadline, (better) => {
    plan = better
    how = 'solver'
  }).catch(onFailure)
  const seconds = (context.now().getTime() - began) / 1000
  return writtenPlan(problem, frame, plan, { how, seconds })
}
