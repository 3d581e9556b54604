import { Resolver } from 'node:dns/promises'
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

/** How long a name server has for each of two questions, in ms. */
const nameServerMs = 2000

/**
 * Resolves names to their global addresses only, so that exactly the tested address is connected to.
 * Asks the name servers itself: the system's own lookup waits in one of the few threads that all
 * lookups and files of the process share, and strangers choose these names.
 */
export function globalLookup(
  resolver: Pick<Resolver, 'resolve4' | 'resolve6'> = new Resolver({
    timeout: nameServerMs,
    tries: 2,
  }),
): LookupFunction {
  return (hostname, options, callback) => {
    const asked = [resolver.resolve4(hostname), resolver.resolve6(hostname)]
    void Promise.allSettled(asked).then((answers) => {
      const good = answers
        .flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
        .filter(isGlobal)
        .map((address) => ({ address, family: isIP(address) }))
      const [first] = good
      if (first === undefined) callback(new Error('No global address'), '')
      else if (options.all) callback(null, good)
      else callback(null, first.address, first.family)
    })
  }
}
