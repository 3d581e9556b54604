import { beforeEach, expect, it } from 'vitest'
import { addressFrom, keepAddress, takeAddress } from './asked-for.ts'
import { cameFrom } from './came-from.ts'

beforeEach(() => keepAddress(null))

const addresses: [address: string, isOurs: boolean][] = [
  ['/checks/abc', true],
  ['/checks?tent=a#b', true],
  ['/confirm#a-token', true],
  ['/line-monitor-dashboard#tents/https://evil.example', true],
  ['', false],
  ['checks', false],
  ['https://evil.example', false],
  ['javascript:alert(1)', false],
  ['//evil.example', false],
  ['///evil.example', false],
  ['/\\evil.example', false],
  ['/\t/evil.example', false],
  ['/\n\\evil.example', false],
  ['//[', false],
]

it.each(addresses)('a login leads to %j: %s', (address, isOurs) => {
  expect(addressFrom(cameFrom(address))).toBe(isOurs ? address : null)
})

it.each(addresses)('the way back from the campus leads to %j: %s', (address, isOurs) => {
  keepAddress(address)
  expect(takeAddress()).toBe(isOurs ? address : null)
})

it.each([null, undefined, '/checks', {}, { from: 7 }])('%j says no address', (state) => {
  expect(addressFrom(state)).toBeNull()
})

it('keeps an address for one way back, and forgets it where nothing was asked for', () => {
  keepAddress('/checks/abc')
  expect([takeAddress(), takeAddress()]).toEqual(['/checks/abc', null])
  keepAddress('/checks/abc')
  keepAddress(null)
  expect(takeAddress()).toBeNull()
})
