import { readFileSync } from 'node:fs'
import { defaultRules } from '../../src/shared/season/default-rules.ts'
import { instantOf } from '../../src/shared/season/local-time.ts'

/** When the checks of 2019 began, in Durham, to the minute. */
export const starts = readFileSync('tests/support/checks-of-2019.csv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)

export const rules = {
  ...defaultRules,
  name: '2019',
  periods: [
    { name: 'Black', from: '2019-01-12T22:00', day: 2, night: 10 },
    { name: 'Blue', from: '2019-01-24T07:00', day: 1, night: 6 },
    { name: 'Break', from: '2019-02-04T07:00', day: 0, night: 0 },
    { name: 'White', from: '2019-02-06T07:00', day: 1, night: 2 },
  ],
  ends: '2019-02-20T07:00',
}

/** The instant of such a local time. */
export function startInstant(start: string): Date {
  return new Date(instantOf(start, 'America/New_York'))
}
