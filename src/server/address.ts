import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/**
 * Trusted proxies in front of the server: their number, or their addresses and CIDR ranges. 0:
 * none, so forwarded addresses are ignored.
 */
export type TrustedProxies = number | readonly string[]

/** How many bits of an IPv6 address count: of what one person has, or of what one site may have. */
type NetworkBits = 64 | 48

/**
 * Reads the client's address, as limits count it: IPv4 as it is, IPv6 by its /64 network, because
 * one person has very many addresses there. '': the connection is closed. Of `X-Forwarded-For`,
 * only entries written by trusted proxies count.
 */
export function addressReader(
  trusted: TrustedProxies,
  bits: NetworkBits = 64,
): (request: IncomingMessage) => string {
  const isTrusted = trustOf(trusted)
  return (request) => networkOf(proxyAddr(request, isTrusted) ?? '', bits)
}

/**
 * Throws for an invalid address or range. A plain number is converted, because Fastify would not
 * accept it.
 */
export function trustOf(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted
  return proxyAddr.compile([...trusted])
}

/** An address as limits count it. */
export function networkOf(text: string, bits: NetworkBits = 64): string {
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
