import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/**
 * Trusted proxies in front of the server: their number, or their addresses and CIDR ranges. 0:
 * none, so forwarded addresses are ignored.
 */
export type TrustedProxies = number | readonly string[]

/**
 * Reads the client's address, as limits count it: IPv4 as it is, IPv6 by its /64 network, because
 * one person has very many addresses there. '': the connection is closed. Of `X-Forwarded-For`,
 * only entries written by trusted proxies count.
 */
export function addressReader(trusted: TrustedProxies): (request: IncomingMessage) => string {
  const isTrusted = trustOf(trusted)
  return (request) => networkOf(proxyAddr(request, isTrusted) ?? '', 64)
}

/**
 * The site of an address, or of one as limits count it: IPv4 as it is, IPv6 by its /48, because one
 * person may have very many /64 networks there.
 */
export function siteOf(address: string): string {
  return networkOf(address.replace(/\/64$/, ''), 48)
}

/**
 * Throws for an invalid address or range. A plain number is converted, because Fastify would not
 * accept it.
 */
export function trustOf(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted
  return proxyAddr.compile([...trusted])
}

function networkOf(text: string, bits: 64 | 48): string {
  const address = withoutPort(text)
  if (!ipaddr.isValid(address)) return address
  // Converts an IPv4 address written as IPv6.
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = new ipaddr.IPv6(parsed.parts.map((part, place) => (place < bits / 16 ? part : 0)))
  return `${network.toString()}/${bits}`
}

/**
 * Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`, with a new port for each connection.
 */
function withoutPort(text: string): string {
  if (isIP(text) !== 0) return text
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/:\d+$/, '')
}
