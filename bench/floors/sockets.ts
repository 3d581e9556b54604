import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

/** Bare ws that tells whoever connects what our server was seen to tell, in the same frames. */
const framesOf: Record<string, string[]> = JSON.parse(
  readFileSync(process.env['FRAMES'] ?? '', 'utf8'),
)

const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket, { url = '' }) => {
  const [open = '', ...rest] = framesOf[/&as=(\w+)/.exec(url)?.[1] ?? ''] ?? []
  socket.send(open)
  socket.once('message', () => {
    for (const frame of rest) socket.send(frame)
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
