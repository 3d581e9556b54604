import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'

/** A thread's program: a file that Node can run. */
export type ThreadProgram = { readonly file: URL }

type FromSource = { bundle: (source: URL) => URL }

/**
 * The program `name` beside the file of this `url`. From source both are TypeScript; in the build
 * both are JavaScript.
 */
export function threadProgram(name: string, url: string): ThreadProgram {
  if (!url.endsWith('.ts')) return { file: new URL(`./${name}.js`, url) }
  let file: URL | undefined
  return {
    get file() {
      file ??= bundleOf(new URL(`./${name}.ts`, url))
      return file
    },
  }
}

/** Not imported, so that no build has it. */
function bundleOf(source: URL): URL {
  const fromSource: FromSource = createRequire(import.meta.url)('./thread-from-source.cjs')
  return fromSource.bundle(source)
}

/** Does not include memory outside of JavaScript. */
const resourceLimits = { maxOldGenerationSizeMb: 250 }

export function startThread({ file }: ThreadProgram, workerData: unknown): Worker {
  return new Worker(file, { workerData, resourceLimits })
}

/**
 * Runs a program in a new thread, which ends after its answer. Rejects if it fails, takes too much
 * memory, or gives no answer in time.
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
 * Called in a thread: the server itself takes precedence for the processor, if the system supports
 * it. `isAwaited`: this thread still gets some time on a busy machine.
 */
export function letServerGoFirst({ isAwaited = false } = {}): void {
  // On other systems this would slow down the whole process.
  if (process.platform !== 'linux') return
  try {
    setPriority(isAwaited ? PRIORITY_BELOW_NORMAL : PRIORITY_LOW)
  } catch {
    // A sandbox may forbid it; a thread that competes with the server is better than none.
  }
}
