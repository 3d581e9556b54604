import { parentPort, workerData } from 'node:worker_threads'
import loadHighs from 'highs'
import { frameOf, type Plan } from '../../../shared/shifts/frame.ts'
import type { ShiftProblem } from '../../../shared/shifts/problem.ts'
import { systemContext } from '../../context.ts'
import { randomOf } from '../../random.ts'
import { letServerGoFirst } from '../../thread.ts'
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
const pageBytes = 65_536

type Memory = { buffer: ArrayBuffer; grow: (this: Memory, pages: number) => number }

/** HiGHS would take up to 2 GB; it requests memory only through this function. */
function limitMemory() {
  // Node has it, but its type is part of the DOM's.
  const { Memory }: { Memory: { prototype: Memory } } = Reflect.get(globalThis, 'WebAssembly')
  const { grow } = Memory.prototype
  Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * pageBytes > memoryAtMost) {
      throw new RangeError('The solver asked for more memory than it may have.')
    }
    return grow.call(this, pages)
  }
}

const { problem, from, deadline, besideServer }: SolverTask = workerData
if (besideServer) letServerGoFirst()
limitMemory()
const tools = {
  highs: await loadHighs(),
  now: () => systemContext.now().getTime(),
  random: randomOf(1),
}
search(frameOf(problem), from, deadline, tools, (plan) => parentPort?.postMessage(plan))
