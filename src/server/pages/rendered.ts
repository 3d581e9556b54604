import PQueue from 'p-queue'
import type { TextForm } from '../../shared/pages/contract.ts'
import { lengthProblem } from '../../shared/pages/problems.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { askThread, threadProgram } from '../thread.ts'

/** In a thread, one text at a time: some allowed texts take seconds. */
const atWork = new PQueue({ concurrency: 1 })
const renderWithinMs = 10_000

const program = threadProgram('rendering-thread', import.meta.url)

/** Markdown as HTML; 400 `markdownInvalid` with what is wrong with it. */
export async function rendered(
  { log }: Pick<Context, 'log'>,
  form: TextForm,
  markdown: string,
): Promise<string> {
  const problem = lengthProblem(form, markdown)
  if (problem !== null) throw invalid(`markdown ${problem}`)
  const html = await atWork.add(() =>
    askThread<string | null>(program, markdown, renderWithinMs).catch((error) => {
      log.warn({ err: error }, 'a text could not be rendered')
      return null
    }),
  )
  if (html === null) {
    throw invalid(
      'This text nests too deep or takes too long. Use fewer lists, quotations and brackets within one another.',
    )
  }
  return html
}

function invalid(text: string): Refusal {
  return new Refusal('markdownInvalid', { text })
}
