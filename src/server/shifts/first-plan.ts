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
/** A captain and their deputies may ask at the same moment; the last one asked for stays. */
export const plansOfTentAtMost = 4

/** Plans are made in a thread, so that they do not delay marks. */
const line = openLine(plansWaitingAtMost, plansOfTentAtMost)
const withinMs = minuteMs

const program = threadProgram('first-plan-thread', import.meta.url)

/** 503 where too many wait, of this tent or of all. */
export function firstPlan(tentId: string, task: FirstPlanTask): Promise<FirstPlan> {
  return line.forOne(tentId, () => line.inTurn(() => askThread<FirstPlan>(program, task, withinMs)))
}
