import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { Context } from '../context.ts'
import { lookEveryMs, waitingAtMost } from './limits.ts'
import { hangUp, type LiveServer, type RawConnection } from './page.ts'

/** How much waits in one place, and since when nothing of it was sent. */
type Waiting = { bytes: number; since: number | null }

export type SlowPages = ReturnType<typeof watchSlowPages>

/**
 * Disconnects pages that do not read what they are sent; otherwise it would fill the server's
 * memory. Packets wait in Engine.IO until the transport is free, then in the socket's buffer; both
 * are checked.
 */
export function watchSlowPages(io: LiveServer, { now }: Pick<Context, 'now'>) {
  const queues = new Map<RawConnection, Waiting>()
  const outlets = new Map<object, Waiting & { wire: Socket }>()

  io.engine.on('connection', (raw: RawConnection) => {
    const queue: Waiting = { bytes: 0, since: null }
    queues.set(raw, queue)
    raw.once('close', () => queues.delete(raw))
    raw.on('packetCreate', ({ data }: { data?: unknown }) => {
      queue.bytes += typeof data === 'string' ? data.length : 1
      if (queue.bytes > waitingAtMost.bytes) hangUp(raw)
    })
    raw.on('flush', () => {
      queue.bytes = 0
      queue.since = null
    })
  })

  function isTooMuch(waiting: Waiting, at: number): boolean {
    if (waiting.bytes === 0) waiting.since = null
    // A clock that is set back must not hold this.
    else waiting.since = Math.min(waiting.since ?? at, at)
    const forMs = waiting.since === null ? 0 : at - waiting.since
    return waiting.bytes > waitingAtMost.bytes || forMs > waitingAtMost.ms
  }

  const timer = setInterval(() => {
    const at = now().getTime()
    for (const [raw, queue] of queues) if (isTooMuch(queue, at)) hangUp(raw)
    for (const outlet of outlets.values()) {
      outlet.bytes = outlet.wire.writableLength
      if (isTooMuch(outlet, at)) outlet.wire.resetAndDestroy()
    }
  }, lookEveryMs)
  timer.unref()

  return {
    /**
     * Checks how much a socket still has to send, until `until` (an answer, or the socket) is
     * closed.
     */
    watchOutlet(wire: Socket, until: EventEmitter): void {
      outlets.set(until, { wire, bytes: 0, since: null })
      until.once('close', () => outlets.delete(until))
    },
    stop: () => clearInterval(timer),
  }
}
