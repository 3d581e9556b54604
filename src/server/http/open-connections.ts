import type { Server } from 'node:http'
import { siteOf, trustOf } from '../address.ts'
import type { Config } from '../config.ts'
import { openCounts } from '../open-counts.ts'

/**
 * How many connections one site may have: as many as the pages and requests that it may have
 * open at once. Until the head of its request is complete, a connection counts as neither of them,
 * and holds up to 40 KB.
 */
export const connectionsAtMost = 10_000

/**
 * Resets new connections from a site that has too many already. Those from a trusted proxy are
 * not limited here; that is left to the proxy.
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
    const site = siteOf(remoteAddress)
    if (open.of(site) >= atMost * Math.max(1, rateLimitFactor)) {
      return void socket.resetAndDestroy()
    }
    open.add(site)
    socket.once('close', () => open.remove(site))
  })
}
