import { isIPv6, type Server } from 'node:net'
import type { Config } from './config.ts'

/** The address at which people reach this server, which listens. */
export function reachedAt(
  { publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  server: Pick<Server, 'address'>,
): string {
  const bound = server.address()
  return (
    publicUrl ??
    listeningAddress(host, typeof bound === 'object' && bound !== null ? bound.port : port)
  )
}

/**
 * The address at which people on this machine reach a server that listens on `host` (a name or an
 * IP address).
 */
export function listeningAddress(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || (isIPv6(host) && /^[0:]+$/.test(host))
  const name = isIPv6(host) ? `[${host.replace('%', '%25')}]` : host
  return `http://${isEverywhere ? 'localhost' : name}:${port}`
}
