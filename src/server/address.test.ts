import type { IncomingMessage } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../tests/support/app.ts'
import { addressReader, siteOf, type TrustedProxies } from './address.ts'

/** A request as the server gets it from `peer`. */
function requestFrom(peer: string | undefined, forwardedFor?: string): IncomingMessage {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  return { headers, socket: { remoteAddress: peer } } as unknown as IncomingMessage
}

describe('the address that limits count by', () => {
  it.each<[trusted: TrustedProxies, peer: string, forwardedFor: string | undefined, of: string]>([
    // Nobody in front of the server: what is claimed does not count.
    [0, '192.0.2.1', undefined, '192.0.2.1'],
    [0, '192.0.2.1', '198.51.100.7', '192.0.2.1'],
    // One proxy, two proxies: so many entries are theirs, counted from the right.
    [1, '10.0.0.1', undefined, '10.0.0.1'],
    [1, '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    [1, '10.0.0.1', 'forged, 203.0.113.9, 198.51.100.7', '198.51.100.7'],
    [2, '10.0.0.1', '198.51.100.7, 10.0.0.2', '198.51.100.7'],
    [2, '10.0.0.1', '203.0.113.9, 198.51.100.7, 10.0.0.2', '198.51.100.7'],
    [2, '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    // Proxies by their addresses: the first from the right that is none of them.
    [['10.0.0.1'], '10.0.0.1', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
    [['10.0.0.1'], '192.0.2.1', '198.51.100.7', '192.0.2.1'],
    [['10.0.0.0/8'], '10.0.0.1', '198.51.100.7, 10.3.2.1', '198.51.100.7'],
    [['10.0.0.0/8', 'fd00::/8'], 'fd00::1', '198.51.100.7, 10.3.2.1', '198.51.100.7'],
    [['127.0.0.1'], '::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
    [['10.0.0.0/8'], '10.0.0.1', 'nonsense, 10.3.2.1', 'nonsense'],
    // IPv6 counts by its network, and IPv4 within IPv6 as IPv4.
    [0, '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::/64'],
    [0, '2001:db8:1:2:ffff::1', undefined, '2001:db8:1:2::/64'],
    [0, '2001:db8:1:3::1', undefined, '2001:db8:1:3::/64'],
    [0, '::1', undefined, '::/64'],
    [0, 'fe80::1%eth0', undefined, 'fe80::/64'],
    [0, '::ffff:192.0.2.1', undefined, '192.0.2.1'],
    [1, '10.0.0.1', '::ffff:c000:201', '192.0.2.1'],
    // Some proxies write the port, too.
    [1, '10.0.0.1', '198.51.100.7:4711', '198.51.100.7'],
    [1, '10.0.0.1', '[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
    [1, '10.0.0.1', '[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ])('with %j trusted, from %s, with X-Forwarded-For %j, is %s', (trusted, peer, said, address) => {
    expect(addressReader(trusted)(requestFrom(peer, said))).toBe(address)
  })

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1::/48'],
    ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['::/64', '::/48'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
    ['nonsense', 'nonsense'],
    ['', ''],
  ])('%s is of the site %s, which is wider for IPv6 alone', (address, site) => {
    expect(siteOf(address)).toBe(site)
  })

  it('is none where the connection is gone already', () => {
    expect(addressReader(0)(requestFrom(undefined))).toBe('')
  })
})

describe('two people behind one proxy', () => {
  let server: TestApp
  afterEach(() => server.close())

  /** What the proxies add to what a client claims; the last proxy is the one that connects. */
  const hops = [
    ['1', (client: string, claimed: string) => `${claimed}, ${client}`],
    ['2', (client: string, claimed: string) => `${claimed}, ${client}, 10.0.0.2`],
    ['127.0.0.1', (client: string, claimed: string) => `${claimed}, ${client}`],
  ] as const

  it.each(hops)('are told apart in their requests (TRUST_PROXY=%s)', async (trust, through) => {
    // 300 registrations an hour for an address, times this: 3.
    const waits: number[] = []
    const wait = async (ms: number) => void waits.push(ms)
    const env = { TRUST_PROXY: trust, RATE_LIMIT_FACTOR: '0.01' }
    server = await startApp(env, undefined, undefined, wait)
    let people = 0
    async function isSlowed(client: string, claimed: string): Promise<boolean> {
      people += 1
      const netID = `al${people}`
      const person = { netID, firstName: 'Al', lastName: 'Lee', email: `${netID}@duke.edu` }
      const { status } = await server.ask('/api/profile/register', {
        body: { ...person, password: 'gloves at 2 am' },
        headers: { 'x-forwarded-for': through(client, claimed) },
      })
      // Held once, and refused where another one is being held.
      return status === 429 || waits.splice(0).length > 0
    }
    for (const claimed of ['192.0.2.1', '192.0.2.2', 'x']) {
      expect(await isSlowed('198.51.100.1', claimed)).toBe(false)
    }
    expect(await isSlowed('198.51.100.1', '192.0.2.4')).toBe(true)
    expect(await isSlowed('198.51.100.1', '198.51.100.2')).toBe(true)
    expect(await isSlowed('198.51.100.2', '198.51.100.1')).toBe(false)
  })

  it.each(hops)('are told apart in their sockets (TRUST_PROXY=%s)', async (trust, through) => {
    // 5,000 pages for an address, times this: 2.
    server = await startApp({ TRUST_PROXY: trust, RATE_LIMIT_FACTOR: '0.0004' })
    const isTaken = (client: string, claimed: string) =>
      new Promise<boolean>((resolve) => {
        const headers = { 'x-forwarded-for': through(client, claimed) }
        const socket = server.connect(undefined, { headers })
        socket.once('connect', () => resolve(true))
        socket.io.once('close', () => resolve(false))
      })
    expect(await isTaken('198.51.100.1', '192.0.2.1')).toBe(true)
    expect(await isTaken('198.51.100.1', '192.0.2.2')).toBe(true)
    expect(await isTaken('198.51.100.1', '192.0.2.3')).toBe(false)
    expect(await isTaken('198.51.100.2', '198.51.100.1')).toBe(true)
  })
})
