import { once } from 'node:events'
import PQueue from 'p-queue'
import { costOf } from '../../../shared/shifts/cost.ts'
import { frameOf, type Plan } from '../../../shared/shifts/frame.ts'
import { isSound } from '../../../shared/shifts/plan.ts'
import type { ShiftProblem } from '../../../shared/shifts/problem.ts'
import type { Context } from '../../context.ts'
import { startThread, type ThreadProgram, threadProgram } from '../../thread.ts'
import type { SolverTask } from './solver-thread.ts'

/** A search uses a whole processor core. */
const atWork = new PQueue({ concurrency: 1 })

const ownProgram = threadProgram('solver-thread', import.meta.url)

/**
 * Improves `from` in a thread and gives each better plan to `onBetter`; the thread ends at the
 * deadline (in milliseconds since 1970). One problem at a time, others wait. Rejects if the solver
 * fails or runs out of memory; plans already given stay valid. `signal` ends it early.
 * `besideServer`: the thread takes only what the server leaves of the processor.
 */
export function improve(
  { now }: Pick<Context, 'now'>,
  problem: ShiftProblem,
  from: Plan,
  deadline: number,
  onBetter: (plan: Plan) => void,
  {
    program = ownProgram,
    signal,
    besideServer = true,
  }: { program?: ThreadProgram; signal?: AbortSignal; besideServer?: boolean } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const run = async () => {
      const left = deadline - now().getTime()
      if (left <= 0 || signal?.aborted) return
      const frame = frameOf(problem)
      let cost = costOf(frame, from)
      const task: SolverTask = { problem, from, deadline, besideServer }
      const worker = startThread(program, task)
      // On a busy machine a thread takes a while to end: the next search waits for that, the plan
      // does not.
      const end = () => {
        resolve()
        void worker.terminate()
      }
      const ended = setTimeout(end, left)
      signal?.addEventListener('abort', end)
      worker.on('message', (plan: Plan) => {
        if (!isSound(frame, plan) || costOf(frame, plan) >= cost) return
        cost = costOf(frame, plan)
        onBetter(plan)
      })
      worker.on('error', reject)
      await once(worker, 'exit').finally(() => {
        clearTimeout(ended)
        signal?.removeEventListener('abort', end)
      })
    }
    atWork.add(run).then(() => resolve(), reject)
  })
}
