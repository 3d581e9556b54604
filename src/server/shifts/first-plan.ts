import PQueue from 'p-queue'
import type { Plan } from '../../shared/shifts/frame.ts'
import type { Assignment, Slot } from '../../shared/shifts/picture.ts'
import type { ShiftProblem } from '../../shared/shifts/problem.ts'
import { askThread, threadProgram } from '../thread.ts'

/** `keep`: the plan in use, of which all that can stays; null: nothing has to. */
export type FirstPlanTask = {
  problem: ShiftProblem
  slots: readonly Slot[]
  keep: readonly Assignment[] | null
}
/** The problem, with what is kept as locks, and the greedy plan of it. */
export type FirstPlan = { problem: ShiftProblem; plan: Plan }

/** A few tenths of a second each, and none of them in the way of a mark. */
const atWork = new PQueue({ concurrency: 1 })
const withinMs = 60_000

const program = threadProgram('first-plan-thread', import.meta.url)

export function firstPlan(task: FirstPlanTask): Promise<FirstPlan> {
  return atWork.add(() => askThread<FirstPlan>(program, task, withinMs))
}
