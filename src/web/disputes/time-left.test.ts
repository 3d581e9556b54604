import { expect, it } from 'vitest'
import { mayBeInTime } from './time-left.ts'

it.each([
  ['2026-01-22T07:00:00.000Z', true],
  ['2026-01-23T07:00:00.000Z', true],
  ['2026-01-23T07:00:01.000Z', false],
])('with 72 hours from the end, at %s: %s', (now, expected) =>
  expect(mayBeInTime('2026-01-19T07:00:00.000Z', 72, now)).toBe(expected),
)
