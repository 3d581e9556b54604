import PQueue from 'p-queue'
import type { Context } from '../context.ts'
import { askThread, threadProgram } from '../thread.ts'

/** In a thread, one text at a time: some allowed texts take seconds. */
const atWork = new PQueue({ concurrency: 1 })
const renderWithinMs = 10_000

const program = threadProgram('rendering-thread', import.meta.url)

/** Markdown as HTML; null: nested too deep, or too slow or large. */
export function renderInThread(log: Context['log'], markdown: string): Promise<string | null> {
  return atWork.add(() =>
    askThread<string | null>(program, markdown, renderWithinMs).catch((error) => {
      log.warn({ err: error }, 'a text could not be rendered')
      return null
    }),
  )
}
