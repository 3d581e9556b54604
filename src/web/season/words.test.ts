import { describe, expect, it } from 'vitest'
import { defaultRules } from '../../shared/season/default-rules.ts'
import { instantOf } from '../../shared/season/local-time.ts'
import { momentOf } from '../../shared/season/rules.ts'
import { localTimeText } from './local-time-text.ts'
import { momentText, nightText, sentence } from './words.ts'

it.each([
  ['2026-01-28T07:00', 'Wed, Jan 28, 2026, 7:00 AM'],
  ['2026-03-08T02:30', 'Sun, Mar 8, 2026, 2:30 AM'],
  ['', ''],
  ['soon', 'soon'],
])('the local time %j reads %j', (localTime, text) => expect(localTimeText(localTime)).toBe(text))

it.each([
  [{ days: [5, 1], from: '01:00', to: '07:00' }, 'Mon, Fri: 1:00 AM to 7:00 AM'],
  [{ days: [0], from: '23:00', to: '07:00' }, 'Sun: 11:00 PM the evening before to 7:00 AM'],
])('a night reads so: %j', (night, text) => expect(nightText(night)).toBe(text))

describe('a moment', () => {
  it.each([
    ['2026-02-05T03:00', 'Blue, night, 6 required'],
    ['2026-01-20T12:00', 'Black, day, 2 required'],
    ['2026-02-10T12:00', 'Wellness week, day, no checks'],
    ['2026-03-05T03:00', 'outside of all periods, night'],
  ])('%s is %s', (localTime, text) => {
    const moment = momentOf(defaultRules, instantOf(localTime, defaultRules.timeZone))
    expect(momentText(defaultRules, moment)).toBe(text)
  })
})

it('a problem is said as a sentence', () => {
  expect(sentence('must be a number')).toBe('Must be a number.')
})
