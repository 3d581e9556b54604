import { openLine } from '../../bounded-line.ts'
import type { Context } from '../../context.ts'
import { askThread, threadProgram } from '../../thread.ts'
import { type Asked, type Found, Unreadable } from './found.ts'
import type { Kind, ReadTask } from './reading-thread.ts'

/** In a thread, one file at a time: a calendar may be very long. */
const line = openLine()
const tooMuch = 'This file takes too long to read. Export fewer days of it.'
const bytesAtMost = 8 * 1024 * 1024
const nameAtMost = 200

const reading = {
  program: threadProgram('reading-thread', import.meta.url),
  withinMs: 20_000,
}

/**
 * The times that somebody's file contains, one of theirs at a time; throws `Unreadable` with what is
 * wrong. 503 where too many wait.
 */
export function readFileOf(
  netID: string,
  ctx: Parameters<typeof readFile>[0],
  kind: Kind,
  receive: () => Promise<Uint8Array>,
  asked: Asked,
): Promise<Found> {
  return line.forOne(netID, async () => readFile(ctx, kind, await receive(), asked))
}

/** As `readFileOf`, whoever's file it is. `by`: the thread that reads it, and its time. */
export async function readFile(
  { log }: { log: Pick<Context['log'], 'warn'> },
  kind: Kind,
  bytes: Uint8Array,
  asked: Asked,
  by = reading,
): Promise<Found> {
  if (bytes.length > bytesAtMost) throw new Unreadable('This file has more than 8 MB.')
  const text = new TextDecoder().decode(bytes)
  if (text.includes('\0')) throw new Unreadable('This file is no text.')
  const task: ReadTask = { kind, text, asked }
  type Said = Found | { unreadable: string }
  const found = await line.inTurn(() =>
    // A bad file may make the reader fail, or use up its time or memory.
    askThread<Said>(by.program, task, by.withinMs).catch((error): Said => {
      log.warn({ err: error }, 'a file of times could not be read')
      return { unreadable: tooMuch }
    }),
  )
  if ('unreadable' in found) throw new Unreadable(found.unreadable)
  if (found.people.some(({ name }) => name.length > nameAtMost)) {
    throw new Unreadable(`A name in this file has more than ${nameAtMost} characters.`)
  }
  return found
}
