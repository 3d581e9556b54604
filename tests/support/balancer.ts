import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A balancer for any number of servers: each connection goes to the next one that takes it. */
export async function startBalancer(addresses: () => string[]) {
  const open = new Set<Socket>()
  let turn = 0

  /** undefined: nobody takes it. */
  async function backend(): Promise<Socket | undefined> {
    const all = addresses()
    for (let tried = 0; tried < all.length; tried += 1) {
      turn += 1
      const { hostname, port } = new URL(all[turn % all.length] ?? '')
      const socket = connect(Number(port), hostname)
      const taken = await once(socket, 'connect').then(
        () => true,
        () => false,
      )
      if (taken) return socket
    }
    return undefined
  }

  const server = createServer({ pauseOnConnect: true }, async (client) => {
    open.add(client)
    client.on('error', () => {})
    client.once('close', () => open.delete(client))
    const behind = await backend()
    if (behind === undefined) return client.destroy()
    behind.on('error', () => {})
    behind.once('close', () => client.destroy())
    client.once('close', () => behind.destroy())
    client.pipe(behind).pipe(client)
    client.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
