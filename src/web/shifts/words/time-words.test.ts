import { expect, it } from 'vitest'
import { clockRangeText, halfHourText, hoursText, spanText } from './time-words.ts'

it.each([
  [0, '12:00 AM'],
  [2, '1:00 AM'],
  [24, '12:00 PM'],
  [47, '11:30 PM'],
  [48, '12:00 AM'],
])('half hour %i is %s', (halfHour, text) => {
  expect(halfHourText(halfHour)).toBe(text)
})

it.each([
  ['2026-01-29T02:30', '2026-01-29T07:00', '2:30–7:00 AM'],
  ['2026-01-29T23:00', '2026-01-30T01:00', '11:00 PM–1:00 AM'],
  ['2026-01-29T07:00', '2026-01-30T01:00', '7:00 AM–1:00 AM'],
  ['2026-01-29T11:00', '2026-01-29T13:30', '11:00 AM–1:30 PM'],
  ['2026-01-29T07:00', '2026-01-30T00:00', '7:00 AM–midnight'],
  ['2026-01-29T00:00', '2026-01-29T01:00', 'midnight–1:00 AM'],
])('%s to %s is %s', (from, to, text) => {
  expect(clockRangeText(from, to)).toBe(text)
})

it.each([
  ['2026-01-29T02:30', '2026-01-29T07:00', 'Thu Jan 29, 2:30–7:00 AM'],
  ['2026-01-29T07:00', '2026-01-30T00:00', 'Thu Jan 29, 7:00 AM–midnight'],
  ['2026-01-29T07:00', '2026-01-30T07:00', 'Thu Jan 29, 7:00 AM–7:00 AM'],
  ['2026-01-29T07:00', '2026-01-31T00:00', 'Thu Jan 29, 7:00 AM–Sat Jan 31, 12:00 AM'],
])('the span from %s to %s says its day, or both: %s', (from, to, text) => {
  expect(spanText(from, to)).toBe(text)
})

it('hours are rounded to tenths', () => {
  expect([3, 3.5, 8.44].map(hoursText)).toEqual(['3', '3.5', '8.4'])
})
