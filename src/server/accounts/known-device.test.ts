import { expect, it } from 'vitest'
import { knownDevices } from './known-device.ts'

it('however many cookies a netID has collected, they count as 50 devices', () => {
  const { budgetOf } = knownDevices('5e'.repeat(32))
  const ids = Array.from({ length: 1000 }, (_, place) => `id ${place}`)
  expect(new Set(ids.map(budgetOf)).size).toBe(50)
  expect(budgetOf('id 7')).toBe(budgetOf('id 7'))
})
