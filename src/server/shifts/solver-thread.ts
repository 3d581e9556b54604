import { parentPort, workerData } from 'node:worker_threads'
import loadHighs from 'highs'
import { frameOf, type Plan } from '../../shared/shifts/frame.ts'
import type { ShiftProblem } from '../../shared/shifts/problem.ts'
import { systemContext } from '../context.ts'
import { letServerGoFirst } from '../thread.ts'
import { randomOf } from './random.ts'
import { search } from './search.ts'

/** What the thread is started with; `deadline` in milliseconds since 1970. */
export type SolverTask = { problem: ShiftProblem; from: Plan; deadline: number }

/** Of the solver, in bytes; what JavaScript itself may take is set where the thread is started. */
const memoryAtMost = 700 * 1024 * 1024
const pageBytes = 65_536

type Memory = { buffer: ArrayBuffer; grow: (this: Memory, pages: number) => number }

/** HiGHS would take up to 2 GB: it asks for more by this function alone. */
function limitMemory() {
  // Node has it; its types come with those of browsers.
  const { Memory }: { Memory: { prototype: Memory } } = Reflect.get(globalThis, 'WebAssembly')
  const { grow } = Memory.prototype
  Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * pageBytes > memoryAtMost) {
      throw new RangeError('The solver asked for more memory than it may have.')
    }
    return grow.call(this, pages)
  }
}

letServerGoFirst()
limitMemory()
const { problem, from, deadline }: SolverTask = workerData
const tools = {
  highs: await loadHighs(),
  now: () => systemContext.now().getTime(),
  random: randomOf(1),
}
search(frameOf(problem), from, deadline, tools, (plan) => parentPort?.postMessage(plan))
