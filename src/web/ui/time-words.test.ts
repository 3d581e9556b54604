import { expect, it } from 'vitest'
import { clockText, lengthText } from './time-words.ts'

it.each([
  ['01:00', '1:00 AM'],
  ['00:00', '12:00 AM'],
  ['12:05', '12:05 PM'],
  ['23:30', '11:30 PM'],
  ['', ''],
  ['soon', 'soon'],
])('the time %j is %j', (time, text) => expect(clockText(time)).toBe(text))

it.each([
  [0, '0 min'],
  [12, '12 min'],
  [59.7, '1 h'],
  [72, '1 h 12 min'],
  [360, '6 h'],
  [1440, '1 day'],
  [3 * 1440 + 245, '3 days 4 h'],
])('%d minutes are %s', (minutes, text) => expect(lengthText(minutes * 60_000)).toBe(text))
