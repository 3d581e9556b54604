import { io, type Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '../../shared/events.ts'
import { getToken } from './token.ts'
import { tellRole } from './told-role.ts'

export type LiveSocket = Socket<ServerEvents, ClientEvents>

/**
 * A socket to our own server that, once connected, always reconnects, as whoever is signed in then,
 * until it is disconnected here.
 */
export function openLiveSocket({ autoConnect = true } = {}): LiveSocket {
  const socket: LiveSocket = io({
    autoConnect,
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
  return socket
}
