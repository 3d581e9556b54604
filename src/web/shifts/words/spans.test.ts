import { expect, it } from 'vitest'
import { spanIn, timeIn } from './spans.ts'

const newYork = 'America/New_York'

it.each([
  ['2026-11-01T05:30Z', '2026-11-01T06:00Z', 'Sun Nov 1, 1:30 AM EDT–1:00 AM EST'],
  ['2026-11-01T03:00Z', '2026-11-01T12:00Z', 'Sat Oct 31, 11:00 PM EDT–7:00 AM EST'],
  ['2026-10-31T05:00Z', '2026-11-01T12:00Z', 'Sat Oct 31, 1:00 AM EDT–Sun Nov 1, 7:00 AM EST'],
  ['2026-03-08T06:00Z', '2026-03-08T11:00Z', 'Sun Mar 8, 1:00 AM EST–7:00 AM EDT'],
  ['2026-11-02T06:00Z', '2026-11-02T12:00Z', 'Mon Nov 2, 1:00–7:00 AM'],
])('from %s until %s is %s', (from, until, text) => {
  expect(spanIn(newYork, { from, until })).toBe(text)
})

it.each([
  ['2026-11-01T05:00Z', '1:00 AM EDT'],
  ['2026-11-01T06:00Z', '1:00 AM EST'],
  ['2026-11-01T07:00Z', '2:00 AM'],
])('%s is %s', (instant, text) => expect(timeIn(newYork, instant)).toBe(text))
