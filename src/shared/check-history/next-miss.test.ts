import { expect, it } from 'vitest'
import { nextMissText } from './next-miss.ts'

it.each([
  [0, 2, '2 more are allowed.'],
  [1, 2, 'One more is allowed.'],
  [1, 1, 'The next one is one too many: the policy says what happens then.'],
  [2, 1, 'That is more than is allowed: the policy says what happens then.'],
])('after %i of %i Misses: %s', (misses, allowed, text) => {
  expect(nextMissText({ period: 'Blue', misses, allowed })).toBe(text)
})

it('outside of all periods no Miss counts', () => {
  expect(nextMissText({ period: null, misses: 0, allowed: 1 })).toBe('')
})
