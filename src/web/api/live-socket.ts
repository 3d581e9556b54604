import { io, type Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '../../shared/events.ts'
import { retryAfterMs } from './retry-after.ts'
import { getToken } from './token.ts'

export type LiveSocket = Socket<ServerEvents, ClientEvents>

/** A connection that lasts this long is a good one. */
const lastsMs = 60_000

/**
 * A socket to our own server that connects, and connects again, as whoever is signed in then,
 * until it is closed.
 */
export function openLiveSocket(): { socket: LiveSocket; close: () => void } {
  const socket: LiveSocket = io({
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    withCredentials: true,
    reconnectionDelayMax: 5000,
    // Version 3: it knows that a mark can be taken back, and asks where it is told that it knows less.
    auth: (give) => give({ token: getToken(), speaks: 3 }),
  })
  const stop = connectAgain(socket)
  const close = () => {
    stop()
    socket.disconnect()
  }
  return { socket, close }
}

/**
 * A server that sends a page away (its session ended, or it could not be placed) closes the socket
 * for good as Socket.IO sees it. This one connects again, later each time; gives what stops that.
 */
export function connectAgain(socket: Pick<LiveSocket, 'on' | 'connect'>): () => void {
  let sentAway = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  socket.on('connect', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      sentAway = 0
    }, lastsMs)
  })
  socket.on('disconnect', (reason) => {
    clearTimeout(timer)
    if (reason !== 'io server disconnect') return
    sentAway += 1
    timer = setTimeout(() => socket.connect(), retryAfterMs(sentAway))
  })
  return () => clearTimeout(timer)
}
