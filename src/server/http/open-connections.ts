import type { Server } from 'node:http'
import { networkOf, trustOf } from '../address.ts'
import type { Config } from '../config.ts'
import { openCounts } from '../open-counts.ts'

/**
 * So many connections one address may have: all the pages and requests that it may have open at
 * once. A connection whose head has not come as a whole is neither yet, and holds up to 40 KB.
 */
export const connectionsAtMost = 10_000

/**
 * Resets what comes from an address with too many connections. What comes through a trusted proxy
 * is left to it.
 */
export function limitConnections(
  server: Pick<Server, 'on'>,
  { rateLimitFactor, trustProxy }: Pick<Config, 'rateLimitFactor' | 'trustProxy'>,
  atMost = connectionsAtMost,
): void {
  const isProxy = trustOf(trustProxy)
  const open = openCounts()
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket
    if (isProxy(remoteAddress, 0)) return
    const address = networkOf(remoteAddress)
    if (open.of(address) >= atMost * Math.max(1, rateLimitFactor)) {
      return void socket.resetAndDestroy()
    }
    open.add(address)
    socket.once('close', () => open.remove(address))
  })
}
