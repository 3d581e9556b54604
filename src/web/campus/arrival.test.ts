import { expect, it } from 'vitest'
import { arrivalIn } from './arrival.ts'

it.each([
  ['#session=abc_-1', { session: 'abc_-1' }],
  [
    '#session=abc&resetLinkMadeAt=2026-01-18T12%3A00%3A00.000Z',
    { session: 'abc', resetLinkMadeAt: '2026-01-18T12:00:00.000Z' },
  ],
  ['#session=abc&resetLinkMadeAt=soon', { session: 'abc' }],
  ['#link=abc', { ticket: 'abc' }],
  ['#problem=campusNoNetID', { problem: 'campusNoNetID' }],
  ['#problem=accountDisabled', { problem: 'accountDisabled' }],
  // Nobody else's words stand on the screen.
  ['#problem=Call+555-0100', null],
  ['#session=', null],
  ['#setup=abc', null],
  ['', null],
])('%j is %j', (hash, arrival) => {
  expect(arrivalIn(hash)).toEqual(arrival)
})
