import { expect, it } from 'vitest'
import { isDue } from './state.ts'

const now = new Date('2026-01-19T03:04:00.000Z')

it.each([
  ['never', null, 30_000, true],
  ['30 seconds ago', '2026-01-19T03:03:30.000Z', 30_000, true],
  ['just now', '2026-01-19T03:03:30.001Z', 30_000, false],
  ['on a server whose clock is a little ahead', '2026-01-19T03:04:00.100Z', 30_000, false],
  ['on a server whose clock is 45 seconds ahead', '2026-01-19T03:04:45.000Z', 30_000, false],
  ['by a clock that was over a minute ahead', '2026-01-19T03:05:00.001Z', 30_000, true],
  ['by a clock that was two hours ahead', '2026-01-19T05:04:00.000Z', 30_000, true],
  ['just now, if a person asks for one', '2026-01-19T03:04:00.000Z', 0, true],
  ['ahead, if a person asks for one', '2026-01-19T03:04:00.001Z', 0, true],
])('after a pull that began %s the next may begin or not', (_, triedAt, everyMs, due) => {
  expect(isDue(triedAt, everyMs, now)).toBe(due)
})
