import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Tent } from '../tents/contract.ts'
import type { Clock, Grace, SeasonRules } from './contract.ts'
import { defaultRules } from './default-rules.ts'
import { instantOf } from './local-time.ts'
import { seasonProblems } from './problems.ts'
import {
  graceAfterCheck,
  graceAt,
  isSamePeriod,
  momentOf,
  requiredOf,
  rulesAYearLater,
  seasonNow,
} from './rules.ts'

const eastern = (localTime: string) => instantOf(localTime, defaultRules.timeZone)

function described(rules: SeasonRules, instant: number) {
  const { period, clock, required } = seasonNow(rules, [], instant)
  return [period, clock, required]
}

describe('a moment of the season of 2026', () => {
  it.each<[localTime: string, period: string | null, clock: Clock, required: number | null]>([
    ['2026-01-18T21:59', null, 'day', null],
    ['2026-01-18T22:00', 'Black', 'day', 2],
    // Monday morning: from 01:00.
    ['2026-01-19T00:59', 'Black', 'day', 2],
    ['2026-01-19T01:00', 'Black', 'night', 10],
    ['2026-01-19T06:59', 'Black', 'night', 10],
    ['2026-01-19T07:00', 'Black', 'day', 2],
    // Saturday and Sunday morning: from 02:30.
    ['2026-01-24T02:29', 'Black', 'day', 2],
    ['2026-01-24T02:30', 'Black', 'night', 10],
    ['2026-01-25T02:29', 'Black', 'day', 2],
    ['2026-01-25T06:59', 'Black', 'night', 10],
    ['2026-01-28T06:59', 'Black', 'night', 10],
    ['2026-01-28T07:00', 'Blue', 'day', 1],
    ['2026-02-05T03:00', 'Blue', 'night', 6],
    ['2026-02-09T07:00', 'Wellness week', 'day', 0],
    ['2026-02-11T03:00', 'Wellness week', 'night', 0],
    ['2026-02-14T07:00', 'White', 'day', 1],
    ['2026-02-28T06:59', 'White', 'night', 2],
    ['2026-02-28T07:00', null, 'day', null],
    ['2026-03-02T03:00', null, 'night', null],
  ])('%s: %s, %s, %s required', (localTime, period, clock, required) => {
    expect(described(defaultRules, eastern(localTime))).toEqual([period, clock, required])
  })
})

it.each<[one: string, other: string, isSame: boolean]>([
  ['2026-01-18T22:00', '2026-01-28T06:59', true],
  ['2026-01-28T06:59', '2026-01-28T07:00', false],
  ['2026-01-18T21:58', '2026-01-18T21:59', false],
  ['2026-02-28T06:59', '2026-02-28T07:00', false],
  ['2026-02-28T07:00', '2026-03-02T03:00', false],
])('that %s and %s are in the same period is %s', (one, other, isSame) => {
  expect(isSamePeriod(defaultRules, eastern(one), eastern(other))).toBe(isSame)
  expect(isSamePeriod(defaultRules, eastern(other), eastern(one))).toBe(isSame)
})

/** Two periods and one night, around a change of the clocks. */
function rulesAround(from: string, night: { from: string; to: string }): SeasonRules {
  return {
    ...defaultRules,
    periods: [
      { name: 'Before', from: '2026-01-01T00:00', day: 1, night: 1 },
      { name: 'After', from, day: 2, night: 3 },
    ],
    ends: '2026-12-31T00:00',
    nights: [{ days: [0, 1, 2, 3, 4, 5, 6], ...night }],
  }
}

describe('the night on which clocks change', () => {
  const night = { from: '01:30', to: '03:30' }
  it.each<[change: string, from: string, instant: string, period: string, clock: Clock]>([
    ['forward', '2026-03-08T02:30', '2026-03-08T06:59:59Z', 'Before', 'night'],
    ['forward', '2026-03-08T02:30', '2026-03-08T07:00:00Z', 'After', 'night'],
    ['forward', '2026-03-08T02:30', '2026-03-08T07:29:59Z', 'After', 'night'],
    ['forward', '2026-03-08T02:30', '2026-03-08T07:30:00Z', 'After', 'day'],
    ['back', '2026-11-01T01:30', '2026-11-01T05:29:59Z', 'Before', 'day'],
    ['back', '2026-11-01T01:30', '2026-11-01T05:30:00Z', 'After', 'night'],
    // 01:10 for the second time: the period goes on, and the clock says day again.
    ['back', '2026-11-01T01:30', '2026-11-01T06:10:00Z', 'After', 'day'],
    ['back', '2026-11-01T01:30', '2026-11-01T06:30:00Z', 'After', 'night'],
  ])('%s: from %s, at %s it is %s, %s', (_, from, instant, period, clock) => {
    const moment = described(rulesAround(from, night), Date.parse(instant))
    expect(moment.slice(0, 2)).toEqual([period, clock])
  })

  it('ends a season once, also at a time that comes twice', () => {
    const rules = { ...rulesAround('2026-10-01T00:00', night), ends: '2026-11-01T01:30' }
    expect(described(rules, Date.parse('2026-11-01T05:29:00Z'))[0]).toBe('After')
    expect(described(rules, Date.parse('2026-11-01T06:10:00Z'))[0]).toBe(null)
  })
})

describe('a night', () => {
  it.each<[localTime: string, clock: Clock]>([
    // Saturday evening belongs to Sunday morning.
    ['2026-01-24T22:59', 'day'],
    ['2026-01-24T23:00', 'night'],
    ['2026-01-25T00:00', 'night'],
    ['2026-01-25T06:59', 'night'],
    ['2026-01-25T07:00', 'day'],
    ['2026-01-25T23:00', 'day'],
    ['2026-01-24T03:00', 'day'],
  ])('of Sunday from 23:00 to 07:00: at %s it is %s', (localTime, clock) => {
    const rules = { ...defaultRules, nights: [{ days: [0], from: '23:00', to: '07:00' }] }
    expect(momentOf(rules, eastern(localTime)).clock).toBe(clock)
  })

  it('is nowhere where there are none', () => {
    expect(momentOf({ ...defaultRules, nights: [] }, eastern('2026-01-20T03:00')).clock).toBe('day')
  })
})

describe('the season elsewhere', () => {
  it('goes by its own time zone', () => {
    const rules = { ...defaultRules, timeZone: 'Pacific/Auckland' }
    expect(described(rules, Date.parse('2026-01-18T09:00:00Z'))).toEqual(['Black', 'day', 2])
    expect(described(rules, Date.parse('2026-01-18T08:59:59Z'))).toEqual([null, 'day', null])
    expect(described(rules, Date.parse('2026-01-18T12:00:00Z'))).toEqual(['Black', 'night', 10])
  })

  it('may have no periods', () => {
    const rules = { ...defaultRules, periods: [] }
    expect(described(rules, eastern('2026-01-20T03:00'))).toEqual([null, 'night', null])
  })
})

type Numbers = Pick<Tent, 'dayNumber' | 'nightNumber'>

describe('the number a tent must show', () => {
  const periods = {
    blue: { name: 'Blue', from: '2026-01-28T07:00', day: 1, night: 6 },
    wellness: { name: 'Wellness week', from: '2026-02-09T07:00', day: 0, night: 0 },
    nights: { name: 'Nights only', from: '2026-02-09T07:00', day: 0, night: 4 },
    none: null,
  }
  const own = { dayNumber: 3, nightNumber: 8 }
  const dayOnly = { dayNumber: 3, nightNumber: null }
  const zero = { dayNumber: 0, nightNumber: 0 }
  const none = { dayNumber: null, nightNumber: null }

  it.each<[string, keyof typeof periods, Clock, Numbers | null, boolean, number | null]>([
    ['the period’s', 'blue', 'day', none, true, 1],
    ['the period’s', 'blue', 'night', none, true, 6],
    ['its own', 'blue', 'day', own, true, 3],
    ['its own', 'blue', 'night', own, true, 8],
    ['its own by day, the period’s by night', 'blue', 'night', dayOnly, true, 6],
    ['its own, which is 0', 'blue', 'night', zero, true, 0],
    ['the period’s, for its own do not win', 'blue', 'night', own, false, 6],
    ['0 in a period without checks', 'wellness', 'night', own, true, 0],
    ['0 in a period without checks', 'wellness', 'day', none, false, 0],
    ['its own in a period of 0 by day alone', 'nights', 'day', own, true, 3],
    ['the period’s 0 by day', 'nights', 'day', none, true, 0],
    ['its own outside of all periods', 'none', 'night', own, true, 8],
    ['unknown outside of all periods', 'none', 'night', own, false, null],
    ['unknown without any', 'none', 'day', none, true, null],
    ['the period’s without a tent', 'blue', 'night', null, true, 6],
  ])('is %s (%s, %s)', (_, name, clock, tent, tentNumbersWin, expected) => {
    const moment = { period: periods[name], clock }
    expect(requiredOf({ tentNumbersWin }, moment, tent)).toBe(expected)
  })
})

describe('grace', () => {
  const grace = (from: string, until: string, reason: string): Grace => ({
    from: `2026-01-19T${from}:00.000Z`,
    until: `2026-01-19T${until}:00.000Z`,
    reason,
  })
  const game = grace('01:00', '05:00', 'Game')
  const check = grace('02:00', '03:00', 'Tent check')
  const storm = grace('02:30', '06:00', 'Storm')
  const all = [game, check, storm]

  it.each<[at: string, expected: Grace | null]>([
    ['00:59', null],
    ['01:00', game],
    ['02:15', game],
    ['02:30', storm],
    ['05:30', storm],
    ['06:00', null],
  ])('at %s is the one that ends last', (at, expected) => {
    const instant = Date.parse(`2026-01-19T${at}:00Z`)
    expect(graceAt(all, instant)).toEqual(expected)
    expect(graceAt(all.toReversed(), instant)).toEqual(expected)
  })

  it('follows a check that ended for as long as the rules say', () => {
    const endedAt = Date.parse('2026-01-19T07:16:00Z')
    const after = graceAfterCheck(defaultRules, endedAt)
    expect(after).toEqual(grace('07:16', '08:16', 'Tent check'))
    expect(graceAt([graceAfterCheck({ graceMinutes: 0 }, endedAt)], endedAt)).toBe(null)
  })

  it('is told without anything else that is known of it', () => {
    const known = { ...game, id: 'g1', declaredBy: 'head1' }
    const { grace } = seasonNow(defaultRules, [known], Date.parse(game.from))
    expect(grace).toEqual(game)
  })
})

describe('the same rules a year later', () => {
  it('keep their weekdays and their times of day', () => {
    const later = rulesAYearLater(defaultRules)
    expect(later).toMatchObject({ name: '2027', version: 0, nights: defaultRules.nights })
    expect(later.periods.map(({ from }) => from)).toEqual([
      '2027-01-17T22:00',
      '2027-01-27T07:00',
      '2027-02-08T07:00',
      '2027-02-13T07:00',
    ])
    expect(later.ends).toBe('2027-02-27T07:00')
    expect(seasonProblems(later)).toEqual([])
  })

  it.each([
    ['2026', '2027'],
    ['2025-26', '2026-27'],
    ['2099/00', '2100/01'],
    ['2098-99', '2099-00'],
    ['2025–2026', '2026–2027'],
    ['Season of 2026', 'Season of 2027'],
    ['The 12 weeks', 'The 12 weeks'],
  ])('%s is then called %s', (name, expected) => {
    expect(rulesAYearLater({ ...defaultRules, name }).name).toBe(expected)
  })
})

it('a period holds from its beginning to the next one’s, whatever the clocks do', () => {
  const day = 86_400_000
  const begin = Date.parse('2026-01-01')
  const times = fc.uniqueArray(fc.integer({ min: 0, max: 365 * 24 * 2 }), {
    minLength: 2,
    maxLength: 8,
  })
  const zone = fc.constantFrom('America/New_York', 'Australia/Lord_Howe', 'UTC', 'Europe/London')
  fc.assert(
    fc.property(times, zone, fc.integer({ min: -day, max: 366 * day }), (halves, timeZone, at) => {
      const froms = halves
        .sort((one, other) => one - other)
        .map((half) => new Date(begin + half * 1_800_000).toISOString().slice(0, 16))
      const [ends = '', ...begins] = froms.toReversed()
      const periods = begins
        .reverse()
        .map((from, index) => ({ name: `Period ${index}`, from, day: 1, night: 1 }))
      const rules = { ...defaultRules, timeZone, periods, ends }
      expect(seasonProblems(rules)).toEqual([])
      const { period } = momentOf(rules, begin + at)
      const reached = froms.filter((from) => instantOf(from, timeZone) <= begin + at)
      const current = reached.length === froms.length ? null : (reached.at(-1) ?? null)
      expect(period?.from ?? null).toBe(current)
      // What has begun stays begun: later there is never an earlier period.
      const later = momentOf(rules, begin + at + day).period
      if (period !== null && later !== null) expect(later.from >= period.from).toBe(true)
    }),
  )
})
