import { frameOf, type Plan } from '../../shared/shifts/frame.ts'
import { greedyPlan } from '../../shared/shifts/greedy.ts'
import { mend } from '../../shared/shifts/mend.ts'
import { type ShiftPlan, writtenPlan } from '../../shared/shifts/plan.ts'
import type { ShiftProblem } from '../../shared/shifts/problem.ts'
import type { Context } from '../context.ts'
import { improve } from './solver/solver.ts'

/** Reserved for the start of the command, and for writing the plan. */
const reserveMs = 1500

/**
 * The best plan found within the problem's seconds, by a process that does nothing else;
 * `onFailure` is told why the solver failed.
 */
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
  const onBetter = (better: Plan) => {
    plan = better
    how = 'solver'
  }
  await solver(context, problem, plan, deadline, onBetter, { besideServer: false }).catch(onFailure)
  // Both stop half done where the problem is very large.
  mend(frame, plan, Number.POSITIVE_INFINITY)
  const seconds = (context.now().getTime() - began) / 1000
  return writtenPlan(problem, frame, plan, { how, seconds })
}
