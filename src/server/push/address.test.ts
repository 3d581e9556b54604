import { expect, it } from 'vitest'
import { isForbiddenHost, isGlobal } from './address.ts'

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
  ['push.example.org', false],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['[64:ff9b::7f00:1]', true],
  [new URL('https://2130706433/').hostname, true],
  [new URL('https://0x7f.1/').hostname, true],
  ['8.8.8.8', false],
])('the host %s is refused before it is resolved: %s', (host, expected) => {
  expect(isForbiddenHost(host)).toBe(expected)
})
