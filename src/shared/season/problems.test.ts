import { describe, expect, it } from 'vitest'
import type { SeasonRules } from './contract.ts'
import { defaultRules } from './default-rules.ts'
import { seasonProblems } from './problems.ts'

const period = { name: 'Black', from: '2026-01-18T22:00', day: 2, night: 10 }
const next = { ...period, name: 'Blue', from: '2026-01-28T07:00' }
const night = { days: [1], from: '01:00', to: '07:00' }
const many = <T>(length: number, make: (index: number) => T) =>
  Array.from({ length }, (_, index) => make(index))

it('are none in the rules that hold before anyone saved', () => {
  expect(seasonProblems(defaultRules)).toEqual([])
})

describe('what is allowed', () => {
  it.each<[string, Partial<SeasonRules>]>([
    ['no periods', { periods: [] }],
    ['no nights', { nights: [] }],
    [
      '20 periods',
      {
        periods: many(20, (index) => ({
          name: `Period ${index}`,
          from: `2026-01-${String(index + 1).padStart(2, '0')}T07:00`,
          day: 0,
          night: 100,
        })),
      },
    ],
    ['20 nights', { nights: many(20, () => night) }],
    ['a night that begins in the evening', { nights: [{ ...night, from: '23:00' }] }],
    ['a name of 60 signs', { name: '🏀'.repeat(60) }],
    ['the least of all', { graceMinutes: 0, missesAllowed: 0, calls: 0, closingMinutes: 0 }],
    ['the most of all', { graceMinutes: 720, missesAllowed: 20, calls: 10, closingMinutes: 60 }],
    ['30 days to dispute', { disputeHours: 720 }],
  ])('%s', (_, change) => expect(seasonProblems({ ...defaultRules, ...change })).toEqual([]))
})

describe('what is refused names its field', () => {
  it.each<[field: string, Partial<SeasonRules>]>([
    ['name', { name: '' }],
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(61) }],
    ['timeZone', { timeZone: 'Durham' }],
    ['timeZone', { timeZone: '-05:00' }],
    ['periods', { periods: many(21, (index) => ({ ...period, name: `${index}` })) }],
    ['periods.0.name', { periods: [{ ...period, name: '' }] }],
    ['periods.0.name', { periods: [{ ...period, name: 'x'.repeat(41) }] }],
    ['periods.1.name', { periods: [period, { ...next, name: 'Black' }] }],
    ['periods.0.from', { periods: [{ ...period, from: '2026-01-18' }] }],
    ['periods.0.from', { periods: [{ ...period, from: '2026-02-30T07:00' }] }],
    ['periods.1.from', { periods: [period, { ...next, from: period.from }] }],
    ['periods.1.from', { periods: [next, { ...period, name: 'White' }] }],
    ['periods.0.day', { periods: [{ ...period, day: -1 }] }],
    ['periods.0.night', { periods: [{ ...period, night: 101 }] }],
    ['ends', { ends: 'soon' }],
    ['ends', { ends: '2026-02-14T07:00' }],
    ['nights', { nights: many(21, () => night) }],
    ['nights.0.days', { nights: [{ ...night, days: [] }] }],
    ['nights.0.days', { nights: [{ ...night, days: [7] }] }],
    ['nights.0.days', { nights: [{ ...night, days: [1, 1] }] }],
    ['nights.0.from', { nights: [{ ...night, from: '24:00' }] }],
    ['nights.0.to', { nights: [{ ...night, to: '7:00' }] }],
    ['nights.0.to', { nights: [{ ...night, to: '01:00' }] }],
    ['graceMinutes', { graceMinutes: 721 }],
    ['graceMinutes', { graceMinutes: 0.5 }],
    ['graceMinutes', { graceMinutes: Number.NaN }],
    ['missesAllowed', { missesAllowed: 21 }],
    ['calls', { calls: 11 }],
    ['closingMinutes', { closingMinutes: 61 }],
    ['disputeHours', { disputeHours: -1 }],
  ])('%s: %j', (field, change) => {
    const fields = seasonProblems({ ...defaultRules, ...change }).map((problem) => problem.field)
    expect(fields).toContain(field)
  })
})
