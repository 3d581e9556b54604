import { expect, it } from 'vitest'
import { rememberWaits } from './remembered-waits.ts'

const at = (ms: number) => new Date(ms)

it.each<[when: number, left: number]>([
  [1000, 500],
  [1499, 1],
  [1500, 0],
  [2000, 0],
  // The clock was set back.
  [999, 0],
])('who is told at 1,000 to wait for 500 ms has at %d still %d', (when, left) => {
  let now = 1000
  const waits = rememberWaits(() => at(now))
  waits.remember('ann', 500)
  now = when
  expect(waits.leftMs('ann')).toBe(left)
  expect(waits.leftMs('bo')).toBe(0)
})

it('the last that was told holds', () => {
  const waits = rememberWaits(() => at(0))
  waits.remember('ann', 500)
  waits.remember('ann', 200)
  expect(waits.leftMs('ann')).toBe(200)
})

it('10,000 are remembered, those that were told last', () => {
  const waits = rememberWaits(() => at(0))
  for (let place = 0; place < 10_002; place += 1) waits.remember(`${place}`, 1)
  expect([1, 2, 10_001].map((place) => waits.leftMs(`${place}`))).toEqual([0, 1, 1])
})
