import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { ClientEvents, ServerEvents } from '../../shared/events.ts'
import type { KnownList } from '../../shared/tent-check/rules.ts'

/**
 * What is remembered of a socket; its token never leaves the server. `speaks`: the version of the
 * live events that the page said it knows, 1 where it said nothing.
 */
type Remembered = { token: string | undefined; known: KnownList[]; speaks: number }

export type LiveServer = Server<ClientEvents, ServerEvents, DefaultEventsMap, Remembered>

/** One connected page. */
export type LiveSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, Remembered>

/** The connection beneath it: a websocket, or a row of polling requests. */
export type RawConnection = LiveSocket['conn']

/** Whether a page asks for the check itself where it is told that it knows less (version 3). */
export function asksForPictures({ data }: LiveSocket): boolean {
  return data.speaks >= 3
}

/**
 * Ends a connection at once, whatever still waits for it. To a page it is as if the network had
 * failed: it comes again after a while.
 */
export function hangUp(raw: RawConnection): void {
  raw.close(true)
}
