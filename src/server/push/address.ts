import dns from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** NAT64 puts an IPv4 address into the last 32 bits after this prefix. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
/** All global IPv6 addresses. */
const global6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Is it a global unicast address, reachable on the internet only? An IPv4 address inside IPv6,
 * mapped or by NAT64, counts as the IPv4 address.
 */
export function isGlobal(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast'
  if (parsed.match(nat64)) {
    return new ipaddr.IPv4(parsed.toByteArray().slice(12)).range() === 'unicast'
  }
  return parsed.range() === 'unicast' && parsed.match(global6)
}

/**
 * Is this endpoint never pushed to? It is where it has another port than that of https, or an
 * address that is not global. Names are tested when they are resolved.
 */
export function isForbidden({ origin, hostname, port }: URL, testOrigin: string | null): boolean {
  if (origin === testOrigin) return false
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return port !== '' || (isIP(host) !== 0 && !isGlobal(host))
}

/**
 * Resolves names to their global addresses only, so that exactly the tested address is connected
 * to.
 */
export function globalLookup(resolve: Pick<typeof dns, 'lookup'> = dns): LookupFunction {
  return (hostname, options, callback) => {
    resolve.lookup(hostname, { ...options, all: true }, (error, found) => {
      const good = (found ?? []).filter(({ address }) => isGlobal(address))
      const [first] = good
      if (error !== null) callback(error, '')
      else if (first === undefined) callback(new Error('No global address'), '')
      else if (options.all) callback(null, good)
      else callback(null, first.address, first.family)
    })
  }
}
