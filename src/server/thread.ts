import { constants, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'

/** What a thread runs: a file that Node can begin with, and what is said to it. */
export type ThreadProgram = { file: URL; argv: string[] }

/**
 * The program `name` beside the file of this `url`. From source it is TypeScript, as that file is;
 * the build has both as JavaScript, side by side.
 */
export function threadProgram(name: string, url: string): ThreadProgram {
  if (!url.endsWith('.ts')) return { file: new URL(`./${name}.js`, url), argv: [] }
  const fromSource = new URL('./thread-from-source.js', import.meta.url)
  return { file: fromSource, argv: [new URL(`./${name}.ts`, url).href] }
}

/** Beside the main thread's own memory, and what a program takes outside of JavaScript. */
const resourceLimits = { maxOldGenerationSizeMb: 250 }

export function startThread({ file, argv }: ThreadProgram, workerData: unknown): Worker {
  return new Worker(file, { argv, workerData, resourceLimits })
}

/**
 * What a program says in a thread of its own, which is then ended. Rejects where it fails, takes too
 * much memory, or says nothing in time.
 */
export function askThread<Answer>(
  program: ThreadProgram,
  workerData: unknown,
  withinMs: number,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = startThread(program, workerData)
    const end = (settle: () => void) => {
      clearTimeout(late)
      void worker.terminate().then(settle)
    }
    const late = setTimeout(() => {
      end(() => reject(new Error('A thread took too long')))
    }, withinMs)
    worker.on('message', (answer: Answer) => end(() => resolve(answer)))
    worker.on('error', (error) => end(() => reject(error)))
  })
}

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority

/**
 * Called in a thread: whatever the server itself has to do goes before it, where the system can.
 * `isAwaited`: it gets a share all the same, also on a machine that never rests.
 */
export function letServerGoFirst({ isAwaited = false } = {}): void {
  // Elsewhere it would hold back the whole process.
  if (process.platform !== 'linux') return
  setPriority(isAwaited ? PRIORITY_BELOW_NORMAL : PRIORITY_LOW)
}
