import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { parsedJSON } from '../../shared/parsed-json.ts'
import { type ShiftProblem, wrongInProblem } from '../../shared/shifts/problem.ts'
import type { Context } from '../context.ts'
import { planShifts } from './plan-shifts.ts'

const bytesAtMost = 8 * 1024 * 1024

/**
 * Reads the problem of one file; returns the plan as JSON, or writes it into the other file and
 * returns a message. Throws an `Error` with a sentence about a bad file; `onFailure` is told why
 * the solver failed.
 */
export async function planFile(
  context: Pick<Context, 'now'>,
  from: string,
  to: string | undefined,
  onFailure: (error: Error) => void,
): Promise<string> {
  const plan = JSON.stringify(await planShifts(context, await readProblem(from), onFailure))
  if (to === undefined) return plan
  await writeFile(to, `${plan}\n`).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${to} cannot be written (${error.code}).`)
  })
  return `Wrote ${to}.`
}

async function readProblem(file: string): Promise<ShiftProblem> {
  const bytes = await buffer(createReadStream(file, { end: bytesAtMost })).catch(
    (error: NodeJS.ErrnoException) => {
      throw new Error(
        `${file} ${unreadable[error.code ?? ''] ?? `cannot be read (${error.code})`}.`,
      )
    },
  )
  if (bytes.byteLength > bytesAtMost) throw new Error(`${file} has more than 8 MB.`)
  const problem = parsedJSON(new TextDecoder().decode(bytes))
  if (problem === undefined) throw new Error(`${file} is not JSON.`)
  const wrong = wrongInProblem(problem)
  if (wrong !== null) throw new Error(`${file}: ${wrong}`)
  return problem as ShiftProblem
}

const unreadable: Record<string, string> = {
  ENOENT: 'is not there',
  EISDIR: 'is a folder',
}
