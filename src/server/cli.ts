import { answerTo, textOf } from './command-line.ts'
import { environment } from './config.ts'

answerTo(process.argv.slice(2), environment, process.stdin).then(
  // At once: the solver's thread has nothing more to say, and may take a while to end.
  (answer) => process.stdout.write(`${answer}\n`, () => process.exit()),
  (error: unknown) => {
    console.error(textOf(error))
    process.exitCode = 1
  },
)
