import { isIPv6 } from 'node:net'

/**
 * The address at which people on this machine reach a server that listens on `host` (a name or an
 * IP address).
 */
export function listeningAddress(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || (isIPv6(host) && /^[0:]+$/.test(host))
  const name = isIPv6(host) ? `[${host.replace('%', '%25')}]` : host
  return `http://${isEverywhere ? 'localhost' : name}:${port}`
}
