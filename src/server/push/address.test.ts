import { createSocket } from 'node:dgram'
import { lookup, Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { expect, it } from 'vitest'
import { globalLookup, isForbidden, isGlobal } from './address.ts'

it.each([
  ['8.8.8.8', true],
  ['2606:4700:4700::1111', true],
  ['::ffff:8.8.8.8', true],
  ['64:ff9b::8.8.8.8', true],
  ['127.0.0.1', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['192.0.2.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['240.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:a00:1', false],
  ['::127.0.0.1', false],
  ['64:ff9b::127.0.0.1', false],
  ['64:ff9b::a9fe:a9fe', false],
  ['64:ff9b:1::10.0.0.1', false],
  ['2002:7f00:1::', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['ff02::1', false],
  ['4000::1', false],
  ['nonsense', false],
])('%s is pushed to: %s', (address, expected) => {
  expect(isGlobal(address)).toBe(expected)
})

it.each([
  ['https://push.example.org/x', false],
  ['https://8.8.8.8/x', false],
  ['https://push.example.org:8443/x', true],
  ['https://127.0.0.1/x', true],
  ['https://[::1]/x', true],
  ['https://[64:ff9b::7f00:1]/x', true],
  ['https://2130706433/x', true],
  ['https://0x7f.1/x', true],
  ['https://127.0.0.1:9999/x', false],
])('the endpoint %s is refused before it is resolved: %s', (endpoint, expected) => {
  expect(isForbidden(new URL(endpoint), 'https://127.0.0.1:9999')).toBe(expected)
})

/** What is connected to by a name that is resolved to these addresses, or why nothing is. */
function connectedTo(addresses: string[], all: boolean): Promise<unknown> {
  const of = (family: number) => async () => addresses.filter((address) => isIP(address) === family)
  return lookUp({ resolve4: of(4), resolve6: of(6) } as never, all)
}

function lookUp(resolver: Resolver, all: boolean): Promise<unknown> {
  return new Promise((resolve) =>
    globalLookup(resolver)('push.example.org', { all }, (error, address) =>
      resolve(error?.message ?? address),
    ),
  )
}

it.each(['127.0.0.1', '::1', '10.1.2.3', '169.254.169.254', 'fd00::1', '::ffff:10.0.0.1'])(
  'a name of %s alone is connected to nowhere',
  async (address) => {
    expect(await connectedTo([address], false)).toBe('No global address')
    expect(await connectedTo([address], true)).toBe('No global address')
  },
)

it('of the addresses of a name the global ones are connected to', async () => {
  const both = ['127.0.0.1', '8.8.8.8']
  expect(await connectedTo(both, false)).toBe('8.8.8.8')
  expect(await connectedTo(both, true)).toEqual([{ address: '8.8.8.8', family: 4 }])
})

it('a name server that never answers is given up, and no other lookup waits for it', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1')
  await once(silent, 'listening')
  const resolver = new Resolver({ timeout: 300, tries: 1 })
  resolver.setServers([`127.0.0.1:${silent.address().port}`])
  const gaveUp: string[] = []
  const names = Array.from({ length: 50 }, () =>
    lookUp(resolver, true).then((said) => gaveUp.push(String(said))),
  )
  await lookup('localhost')
  expect(gaveUp).toEqual([])
  await Promise.all(names)
  expect(new Set(gaveUp)).toEqual(new Set(['No global address']))
  silent.close()
})
