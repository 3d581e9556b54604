import { once } from 'node:events'
import WebSocket from 'ws'

/** The address of a server's websockets; `query` begins with `&`. */
export function websocketAddress(url: string, query = ''): string {
  return `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket${query}`
}

/** A websocket of which every packet is kept; it answers heartbeats, and says nothing else. */
export async function openRawWebsocket(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(websocketAddress(url), { headers })
  const heard: string[] = []
  socket.on('message', (data) => {
    const packet = data.toString()
    if (packet === '2') socket.send('3')
    else heard.push(packet)
  })
  const closed = once(socket, 'close')
  await once(socket, 'message')
  return { socket, heard, closed }
}
