import PQueue from 'p-queue'
import type { Plan } from '../../shared/shifts/frame.ts'
import type { Assignment, Slot } from '../../shared/shifts/picture.ts'
import type { ShiftProblem } from '../../shared/shifts/problem.ts'
import { askThread, threadProgram } from '../thread.ts'

/** `keep`: the plan in use, of which as much as possible stays; null: nothing has to. */
export type FirstPlanTask = {
  problem: ShiftProblem
  slots: readonly Slot[]
  keep: readonly Assignment[] | null
}
/** The problem, with kept shifts as locks, and its greedy plan. */
export type FirstPlan = { problem: ShiftProblem; plan: Plan }

/** Plans take a few tenths of a second each; in a thread, they do not delay marks. */
const atWork = new PQueue({ concurrency: 1 })
const withinMs = 60_000

const program = threadProgram('first-plan-thread', import.meta.url)

export function firstPlan(task: FirstPlanTask): Promise<FirstPlan> {
  return atWork.add(() => askThread<FirstPlan>(program, task, withinMs))
}
