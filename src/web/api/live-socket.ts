import { io, type Socket } from 'socket.io-client'
import { minuteMs } from '../../shared/durations.ts'
import type { ClientEvents, ServerEvents } from '../../shared/events.ts'
import { retryAfterMs } from './retry-after.ts'
import { getToken } from './token.ts'
import { tellRole } from './told-role.ts'

export type LiveSocket = Socket<ServerEvents, ClientEvents>

/** A connection that lasted this long resets the waiting times. */
const lastsMs = minuteMs

/**
 * A socket to our own server that always reconnects, as whoever is signed in then, until it is
 * closed.
 */
export function openLiveSocket(): { socket: LiveSocket; close: () => void } {
  const socket: LiveSocket = io({
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    withCredentials: true,
    reconnectionDelayMax: 5000,
    // Version 3: it handles undone marks, and asks for the check itself when its copy is outdated.
    auth: (give) => give({ token: getToken(), speaks: 3 }),
  })
  // At each connection, and again when a role changes meanwhile, whatever the screen.
  let isAgain = false
  socket.on('connect', () => {
    isAgain = false
  })
  socket.on('checkPosition', ({ isLineMonitor }) => {
    tellRole(isLineMonitor, isAgain)
    isAgain = true
  })
  const stop = connectAgain(socket)
  const close = () => {
    stop()
    socket.disconnect()
  }
  return { socket, close }
}

/**
 * When the server disconnects a page (its session ended, or its rights are unknown), Socket.IO does
 * not reconnect. This does, later each time; returns what stops it.
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
