import { expect, it } from 'vitest'
import { toldToWait } from './told-to-wait.ts'

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
  const told = toldToWait(() => at(now))
  told.remember('ann', 500)
  now = when
  expect(told.leftMs('ann')).toBe(left)
  expect(told.leftMs('bo')).toBe(0)
})

it('the last that was told holds', () => {
  const told = toldToWait(() => at(0))
  told.remember('ann', 500)
  told.remember('ann', 200)
  expect(told.leftMs('ann')).toBe(200)
})

it('10,000 are remembered, those that were told last', () => {
  const told = toldToWait(() => at(0))
  for (let place = 0; place < 10_002; place += 1) told.remember(`${place}`, 1)
  expect([1, 2, 10_001].map((place) => told.leftMs(`${place}`))).toEqual([0, 1, 1])
})
