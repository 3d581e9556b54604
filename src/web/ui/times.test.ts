import { expect, it } from 'vitest'
import { timesIn } from './times.ts'

const at = '2026-01-19T03:04:31.000Z'
const inSummer = '2026-03-09T03:04:31.000Z'

it.each([
  ['America/New_York', at, 'Sun, 1/18/2026, 10:04 PM Eastern', '10:04:31 PM'],
  ['America/New_York', inSummer, 'Sun, 3/8/2026, 11:04 PM Eastern', '11:04:31 PM'],
  ['America/Los_Angeles', at, 'Sun, 1/18/2026, 7:04 PM Los Angeles time', '7:04:31 PM'],
  ['Asia/Kolkata', at, 'Mon, 1/19/2026, 8:34 AM Kolkata time', '8:34:31 AM'],
  ['UTC', at, 'Mon, 1/19/2026, 3:04 AM UTC', '3:04:31 AM'],
])('in %s the moment %s is %s', (timeZone, moment, withDay, toTheSecond) => {
  const times = timesIn(timeZone)
  expect(times.withDay(moment)).toBe(withDay)
  expect(times.moment(moment)).toBe(withDay.slice(5))
  expect(times.day(moment)).toBe(withDay.split(', ')[1])
  expect(times.toTheSecond(moment)).toBe(toTheSecond)
  expect(times.clock(Date.parse(moment))).toBe(toTheSecond.replace(':31', ''))
})
