import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { answerTo, textOf } from '../../src/server/command-line.ts'
import { nodeArguments } from './server-process.ts'

/** What a command wrote that did not exit 0. */
export class CommandFailed extends Error {
  readonly code: number | null
  constructor(message: string, code: number | null) {
    super(message)
    this.code = code
  }
}

/**
 * Runs a command of the built command line; refused with what it wrote if it does not exit 0.
 * `checkout`: the folder of another version, built, whose command it is.
 */
export async function runCommand(
  args: string[],
  env: Record<string, string>,
  input = '',
  checkout = '.',
): Promise<string> {
  const child = spawn(process.execPath, [...nodeArguments, 'dist/server/cli.js', ...args], {
    cwd: checkout,
    env: { ...process.env, ...env },
  })
  child.stdin.end(input === '' ? '' : `${input}\n`)
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  if (code !== 0) throw new CommandFailed(errors || `The command ended with ${code}`, code)
  return output
}

/** As `runCommand`, within this process: it saves the second that another takes to begin. */
export async function commandHere(
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<string> {
  try {
    return `${await answerTo(args, () => env, Readable.from([`${input}\n`]))}\n`
  } catch (error) {
    throw new CommandFailed(`${textOf(error)}\n`, 1)
  }
}
