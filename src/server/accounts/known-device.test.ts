import { expect, it } from 'vitest'
import { knownDevices } from './known-device.ts'

it('however many cookies a netID has collected, they count as 50 devices', () => {
  const { budgetOf } = knownDevices('5e'.repeat(32))
  const ids = Array.from({ length: 1000 }, (_, place) => `id ${place}`)
  expect(new Set(ids.map(budgetOf)).size).toBe(50)
  expect(budgetOf('id 7')).toBe(budgetOf('id 7'))
})

it.each([
  [0, 0],
  [29, 0],
  [30, 1],
  [39, 10],
  // The others go with the next sign-ins.
  [80, 10],
])('of the cookies of %i other netIDs the oldest %i go', (others, gone) => {
  const names = Array.from({ length: others }, (_, place) => `device-al${place}`)
  const { surplusOf } = knownDevices('5e'.repeat(32))
  expect(surplusOf(['device-me', 'token', ...names], 'me')).toEqual(names.slice(0, gone))
})
