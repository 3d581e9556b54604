import { writeSync } from 'node:fs'
import { errorCode } from '../db/database.ts'

/** Where the log goes, a line of JSON each. */
export type LogStream = { write: (line: string) => void }

const againAfterMs = 50
/** How many bytes wait for a slow reader. */
const waitingAtMost = 1_000_000

/**
 * A log on a file descriptor that never fails and never waits: a line that cannot be written, as on a
 * full disk, is left out, and so is one for which a slow reader of a pipe leaves no room. The logger's
 * own output would wait for that reader, and log each failure as an error that fails again.
 */
export function logOutput(descriptor: number): LogStream {
  let waiting = Buffer.alloc(0)
  let isTimed = false

  function flush(): void {
    try {
      while (waiting.length > 0) waiting = waiting.subarray(writeSync(descriptor, waiting))
    } catch (error) {
      if (errorCode(error) === 'EAGAIN') flushSoon()
      else waiting = Buffer.alloc(0)
    }
  }

  function flushSoon(): void {
    if (isTimed) return
    isTimed = true
    setTimeout(() => {
      isTimed = false
      flush()
    }, againAfterMs).unref()
  }

  return {
    write(line) {
      const bytes = Buffer.from(line)
      if (waiting.length + bytes.length > waitingAtMost) return
      waiting = Buffer.concat([waiting, bytes])
      flush()
    },
  }
}
