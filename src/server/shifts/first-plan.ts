import { minuteMs } from '../../shared/durations.ts'
import type { Plan } from '../../shared/shifts/frame.ts'
import type { ShiftProblem } from '../../shared/shifts/problem.ts'
import type { Assignment, Slot } from '../../shared/shifts/tent-shifts.ts'
import { openLine } from '../bounded-line.ts'
import { askThread, threadProgram } from '../thread.ts'

/** `keep`: the plan in use, of which as much as possible stays; null: nothing has to. */
export type FirstPlanTask = {
  problem: ShiftProblem
  slots: readonly Slot[]
  keep: readonly Assignment[] | null
}
/** The problem, with kept shifts as locks, and its greedy plan. */
export type FirstPlan = { problem: ShiftProblem; plan: Plan }

/** A whole campus plans on the evening of a deadline; each plan takes a few tenths of a second. */
export const plansWaitingAtMost = 40

/** Plans are made in a thread, so that they do not delay marks. */
const line = openLine(plansWaitingAtMost)
const withinMs = minuteMs

const program = threadProgram('first-plan-thread', import.meta.url)

/** Of a tent one at a time; 503 where that or too many others wait. */
export function firstPlan(tentId: string, task: FirstPlanTask): Promise<FirstPlan> {
  return line.forOne(tentId, () => line.inTurn(() => askThread<FirstPlan>(program, task, withinMs)))
}
