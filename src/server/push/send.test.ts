import { expect, it } from 'vitest'
import { isQuiet } from './send.ts'

it.each([
  [null, '03:00', false],
  [{ from: '22:00', to: '07:00' }, '21:59', false],
  [{ from: '22:00', to: '07:00' }, '22:00', true],
  [{ from: '22:00', to: '07:00' }, '00:00', true],
  [{ from: '22:00', to: '07:00' }, '06:59', true],
  [{ from: '22:00', to: '07:00' }, '07:00', false],
  [{ from: '12:00', to: '13:00' }, '12:30', true],
  [{ from: '12:00', to: '13:00' }, '13:00', false],
  [{ from: '12:00', to: '12:00' }, '12:00', false],
])('with quiet hours %j it is quiet at %s: %s', (quiet, time, expected) => {
  expect(isQuiet(quiet, time)).toBe(expected)
})
