import { fstatSync, writeFileSync } from 'node:fs'
import { answerTo, textOf } from './command-line.ts'
import { environment } from './config.ts'

answerTo(process.argv.slice(2), environment, process.stdin).then(
  (answer) => print(`${answer}\n`),
  (error: unknown) => {
    console.error(textOf(error))
    process.exitCode = 1
  },
)

function print(text: string) {
  // Where a disk gets full, `process.stdout` takes a part of a text for the whole.
  if (!fstatSync(1).isFile()) return process.stdout.write(text, end)
  try {
    writeFileSync(1, text)
    end()
  } catch (error) {
    end(error as NodeJS.ErrnoException)
  }
}

/** At once: the solver's thread has nothing more to say, and may take a while to end. */
function end(error?: NodeJS.ErrnoException | null) {
  if (!error) process.exit()
  // A program that reads no further, like `head`, has closed its pipe on purpose.
  if (error.code !== 'EPIPE') console.error(`The answer could not be written (${error.code}).`)
  process.exit(1)
}
