import WebSocket from 'ws'
import { websocketAddress } from '../tests/support/raw-websocket.ts'

/** A page as the server sees it: a websocket that speaks Socket.IO and answers its heartbeat. */
export type PageSocket = { socket: WebSocket; close: () => Promise<void> }

/** Hears what the server sends, as it stands on the wire: `42["checkStarted",…]`. */
export type Hear = (packet: string) => void

/** How many shake hands at once: as many as a crowd that comes back would, and no more. */
const atOnce = 100

/**
 * Opens so many sockets; resolves once the server took in each of them. `hearer` gives what one
 * of them hears with, told its place.
 */
export async function openSockets(
  url: string,
  count: number,
  { token, hearer = () => () => {} }: { token?: string; hearer?: (place: number) => Hear } = {},
): Promise<PageSocket[]> {
  const opened: PageSocket[] = []
  let next = 0
  async function openSome(): Promise<void> {
    while (next < count) {
      const place = next
      next += 1
      opened[place] = await openSocket(url, token, hearer(place))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, openSome))
  return opened
}

/** Opens one, with somebody's token or as a visitor; `speaks`: the version of the events it knows. */
export function openSocket(
  url: string,
  token: string | undefined,
  hear: Hear,
  speaks?: number,
): Promise<PageSocket> {
  const socket = new WebSocket(websocketAddress(url), {
    perMessageDeflate: false,
    skipUTF8Validation: true,
  })
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  const close = () => {
    socket.terminate()
    return closed
  }
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('A socket was closed before it was taken in')))
    socket.on('message', (data) => {
      const packet = data.toString()
      // The first letter is the frame's kind (open, ping, message), the second the message's.
      if (packet.startsWith('42')) hear(packet)
      else if (packet === '2') socket.send('3')
      else if (packet.startsWith('0')) socket.send(`40${JSON.stringify({ token, speaks })}`)
      else if (packet.startsWith('40')) resolve({ socket, close })
    })
  })
}
