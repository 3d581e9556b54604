import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/**
 * How much of an answer a client must take in, at least, in each minute: about 4 KB a second. So
 * 15 MB may take an hour over bad Wi-Fi; an answer of less than these bytes has one minute.
 */
export const leastTaken = { bytes: 262_144, withinMs: 60_000 }

/** Longer answers are sent in parts of this size: progress within a part cannot be measured. */
const partBytes = 65_536

/** `taken`: how many bytes the connection had taken in at the time `since` (in ms). */
type Watched = { socket: Socket; taken: number; since: number }

/**
 * Ends connections that take in an answer more slowly than that: otherwise the rest of the answer
 * would stay in memory, and the request would keep its place, for as long as the client likes.
 */
export function endUntakenAnswers(
  app: FastifyInstance,
  { now }: Pick<Context, 'now'>,
  least = leastTaken,
  lookEveryMs = 1000,
): void {
  const answers = new Map<ServerResponse, Watched>()
  app.addHook('onRequest', ({ raw: { socket } }, { raw: answer }, done) => {
    answers.set(answer, { socket, taken: takenOf(socket), since: now().getTime() })
    answer.once('close', () => answers.delete(answer))
    done()
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    if (!Buffer.isBuffer(payload) || payload.length <= partBytes) return payload
    reply.header('content-length', payload.length)
    return Readable.from(partsOf(payload), { objectMode: false })
  })

  const timer = setInterval(() => {
    const at = now().getTime()
    for (const [answer, watched] of answers) {
      // The clock may have been ahead.
      watched.since = Math.min(watched.since, at)
      const { socket, taken, since } = watched
      const isWaiting = socket.writableLength + answer.writableLength > 0
      if (!isWaiting || takenOf(socket) - taken >= least.bytes) {
        watched.taken = takenOf(socket)
        watched.since = at
      } else if (at - since > least.withinMs) socket.resetAndDestroy()
    }
  }, lookEveryMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** How much of what was written left this process. */
function takenOf({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength
}

function* partsOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += partBytes) {
    yield bytes.subarray(start, start + partBytes)
  }
}
