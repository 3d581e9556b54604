import { io, type Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '../../shared/events.ts'
import { getToken } from './token.ts'

export type LiveSocket = Socket<ServerEvents, ClientEvents>

/** A socket to our own server that connects, and connects again, as whoever is signed in then. */
export function openLiveSocket(): LiveSocket {
  const socket: LiveSocket = io({
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    withCredentials: true,
    reconnectionDelayMax: 5000,
    auth: (give) => give({ token: getToken() }),
  })
  // A session that ended closes its sockets, and then Socket.IO does not connect again by itself.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') socket.connect()
  })
  return socket
}
