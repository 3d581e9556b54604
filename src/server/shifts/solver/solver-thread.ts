import { parentPort, workerData } from 'node:worker_threads'
import loadHighs from 'highs'
import { frameOf, type Plan } from '../../../shared/shifts/frame.ts'
import type { ShiftProblem } from '../../../shared/shifts/problem.ts'
import { systemContext } from '../../context.ts'
import { randomOf } from '../../random.ts'
import { letServerGoFirst } from '../../thread.ts'
import { limitMemory } from './limit-memory.ts'
import { search } from './search.ts'

/** The thread's argument; `deadline` in milliseconds since 1970. */
export type SolverTask = {
  problem: ShiftProblem
  from: Plan
  deadline: number
  besideServer: boolean
}

/** The solver's memory in bytes; JavaScript's own limit is set where the thread is started. */
const memoryAtMost = 700 * 1024 * 1024

const { problem, from, deadline, besideServer }: SolverTask = workerData
if (besideServer) letServerGoFirst()
limitMemory(memoryAtMost)
const tools = {
  highs: await loadHighs(),
  now: () => systemContext.now().getTime(),
  random: randomOf(1),
}
search(frameOf(problem), from, deadline, tools, (plan) => parentPort?.postMessage(plan))
