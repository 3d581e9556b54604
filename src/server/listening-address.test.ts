import { expect, it } from 'vitest'
import { listeningAddress } from './listening-address.ts'

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['tents.local', 'http://tents.local:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['0:0:0:0:0:0:0:0', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000'],
  ['fe80::1%eth0', 'http://[fe80::1%25eth0]:3000'],
  ['2001:db8::86', 'http://[2001:db8::86]:3000'],
])('HOST=%s is reached at %s', (host, address) => {
  expect(listeningAddress(host, 3000)).toBe(address)
})
