import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { ClientEvents, ServerEvents } from '../../shared/events.ts'

/**
 * What the server remembers of a socket; the token is never sent. `speaks`: the version of the live
 * events that the page understands, 1 by default.
 */
type Remembered = { token: string | undefined; speaks: number }

export type LiveServer = Server<ClientEvents, ServerEvents, DefaultEventsMap, Remembered>

/** One connected page. */
export type LiveSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, Remembered>

/** Every socket is in exactly one of these two rooms. */
export type Audience = 'visitors' | 'lineMonitors'

/** The underlying connection: a websocket, or a series of polling requests. */
export type RawConnection = LiveSocket['conn']

/** Does the page know `tentReturned` (version 2)? All others get the check anew. */
export function knowsReturns({ data }: LiveSocket): boolean {
  return data.speaks >= 2
}

/** Does the page itself request the check when its copy is outdated (version 3)? */
export function asksForPictures({ data }: LiveSocket): boolean {
  return data.speaks >= 3
}

/**
 * Ends a connection at once and drops what still waits for it. To the page it looks like a network
 * failure: it reconnects after a while.
 */
export function hangUp(raw: RawConnection): void {
  raw.close(true)
}
