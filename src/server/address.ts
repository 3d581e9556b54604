import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/**
 * The proxies in front of the server: how many there are, or their addresses and CIDR ranges.
 * 0: none, so that nobody is believed who says to ask for somebody else.
 */
export type TrustedProxies = number | readonly string[]

/**
 * Reads from a request the address that asks, as limits count it: IPv4 as it is, IPv6 by its /64,
 * because one person has as many addresses there as they like. '': the connection is gone.
 * Of `X-Forwarded-For` only what trusted proxies wrote counts, never what a client claims.
 */
export function addressReader(trusted: TrustedProxies): (request: IncomingMessage) => string {
  const isTrusted = trustOf(trusted)
  return (request) => networkOf(proxyAddr(request, isTrusted) ?? '')
}

/** Throws where an address or a range is none. Fastify itself trusts nobody by a bare number. */
export function trustOf(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted
  return proxyAddr.compile([...trusted])
}

function networkOf(text: string): string {
  const address = withoutPort(text)
  if (!ipaddr.isValid(address)) return address
  // IPv4 within IPv6 becomes IPv4.
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])
  return `${network.toString()}/64`
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`: each connection has another port. */
function withoutPort(text: string): string {
  if (isIP(text) !== 0) return text
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/:\d+$/, '')
}
