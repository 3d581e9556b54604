import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultRules } from '../../shared/season/default-rules.ts'
import { isNight } from '../../shared/season/rules.ts'
import type { Tent } from '../../shared/tents/contract.ts'
import { publicForm } from '../../shared/tents/views.ts'
import { changesBetween } from './differences.ts'
import { graceProblem } from './grace-problem.ts'
import { type Bar, nightBars } from './night-bars.ts'
import { differenceText, tentsThatDiffer } from './own-numbers.ts'

describe('the hours of night', () => {
  it.each<[string, Parameters<typeof nightBars>[0], Bar[][]]>([
    ['none', [], [[], [], [], [], [], [], []]],
    [
      'the evening before is the day before',
      [{ days: [0], from: '23:00', to: '07:00' }],
      [[{ from: 0, to: 420 }], [], [], [], [], [], [{ from: 1380, to: 1440 }]],
    ],
    [
      'what touches is one',
      [
        { days: [1], from: '03:00', to: '05:00' },
        { days: [1], from: '01:00', to: '03:00' },
        { days: [1], from: '02:00', to: '04:00' },
      ],
      [[], [{ from: 60, to: 300 }], [], [], [], [], []],
    ],
    ['what is typed half', [{ days: [1], from: '', to: '07:00' }], [[], [], [], [], [], [], []]],
  ])('%s', (_, nights, bars) => expect(nightBars(nights)).toEqual(bars))

  it('are drawn where the rules say night', () => {
    const time = fc
      .integer({ min: 0, max: 1439 })
      .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16))
    const night = fc.record({
      days: fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
      from: time,
      to: time,
    })
    const nights = fc.array(
      night.filter(({ from, to }) => from !== to),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(nights, fc.integer({ min: 0, max: 6 }), time, (nights, day, at) => {
        const minute = Number(at.slice(0, 2)) * 60 + Number(at.slice(3))
        const isDrawn = nightBars(nights)[day]?.some(
          ({ from, to }) => from <= minute && minute < to,
        )
        expect(isDrawn).toBe(isNight(nights, day, at))
      }),
    )
  })
})

describe('tents with numbers of their own', () => {
  const tent = (id: string, dayNumber: number | null, nightNumber: number | null): Tent => ({
    ...publicForm({ id, order: id, name: id, type: 'Black' } as Tent),
    dayNumber,
    nightNumber,
  })
  const tents = [tent('A', 2, 10), tent('B', null, null), tent('C', 1, 10), tent('D', null, 5)]
  const period = { name: 'Black', from: '2026-01-18T22:00', day: 2, night: 10 }

  it('are those that differ from the period', () => {
    expect(tentsThatDiffer(tents, period).map(({ id }) => id)).toEqual(['C', 'D'])
    expect(tentsThatDiffer(tents, { ...period, day: 0, night: 0 })).toEqual([])
  })

  it.each([
    [
      1,
      true,
      '1 tent carries a number of its own that differs from those of Black (2 by day, 10 by night). By these rules a tent’s own number counts.',
    ],
    [
      2,
      false,
      '2 tents carry numbers of their own that differ from those of Black (2 by day, 10 by night). By these rules the period’s number counts.',
    ],
  ])('%i, winning %s, are told', (count, tentNumbersWin, text) => {
    expect(differenceText(count, { tentNumbersWin }, period)).toBe(text)
  })
})

describe('what changed from one version to the next', () => {
  it('is nothing', () => expect(changesBetween(defaultRules, defaultRules)).toEqual([]))

  it('is told in words', () => {
    const [black, blue, wellness] = defaultRules.periods
    if (!black || !blue || !wellness) throw new Error('There are three periods')
    const after = {
      ...defaultRules,
      name: '2027',
      inSeason: false,
      timeZone: 'UTC',
      periods: [
        { ...black, from: '2026-01-17T22:00' },
        { ...wellness, day: 1 },
        { name: 'Flex', from: '2026-02-20T07:00', day: 0, night: 0 },
      ],
      ends: '2026-03-01T07:00',
      nights: [],
      tentNumbersWin: false,
      calls: 4,
      closingMinutes: 1,
      disputeHours: 48,
    }
    expect(changesBetween(defaultRules, after)).toEqual([
      'Name: 2027 (was 2026).',
      'It is off season.',
      'Time zone: UTC (was America/New_York).',
      'Blue is gone.',
      'White is gone.',
      'Black begins: Sat, Jan 17, 2026, 10:00 PM (was Sun, Jan 18, 2026, 10:00 PM).',
      'Wellness week requires: 1 by day, 0 by night (was no checks).',
      'Flex is new: from Fri, Feb 20, 2026, 7:00 AM, no checks.',
      'End: Sun, Mar 1, 2026, 7:00 AM (was Sat, Feb 28, 2026, 7:00 AM).',
      'Nights: none (was Mon, Tue, Wed, Thu, Fri: 1:00 AM to 7:00 AM; Sun, Sat: 2:30 AM to 7:00 AM).',
      'The period’s number counts, whatever a tent’s own is.',
      'Calls before a check ends: 4 (was 3).',
      'From the last call to the end: 1 minute (was 2 minutes).',
      'To dispute a Miss: 48 hours (was 72 hours).',
    ])
  })
})

it.each<[{ begins: number; ends: number; reason: string }, string | undefined]>([
  [{ begins: 0, ends: 1, reason: 'Storm' }, undefined],
  [{ begins: 0, ends: 1, reason: ' ' }, 'reason'],
  [{ begins: Number.NaN, ends: 1, reason: 'Storm' }, 'from'],
  [{ begins: 0, ends: Number.NaN, reason: 'Storm' }, 'until'],
  [{ begins: 1, ends: 1, reason: 'Storm' }, 'until'],
  [{ begins: -2, ends: 0, reason: 'Storm' }, 'until'],
  [{ begins: -2, ends: 1, reason: 'Storm' }, undefined],
  [{ begins: 0, ends: 14 * 86_400_000, reason: 'Storm' }, undefined],
  [{ begins: 0, ends: 14 * 86_400_000 + 1, reason: 'Storm' }, 'until'],
])('a grace %j is stopped by its %s', ({ reason, ...span }, field) => {
  expect(graceProblem({ ...span, now: 0 }, reason)?.field).toBe(field)
})
