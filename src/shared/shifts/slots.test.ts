import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { seed, times } from '../../../tests/support/times.ts'
import { defaultRules } from '../season/default-rules.ts'
import { countFree, countThere, shortRanges } from './coverage.ts'
import { freeAt, withExceptions, withLastWeek } from './free.ts'
import { clipped } from './publish.ts'
import { dayAfter, isDay, type Needs, reachOf, slotMs, slotsOf, tonightOf } from './slots.ts'
import { type Availability, slotsOfWeek } from './tent-shifts.ts'

const needs: Needs = {
  rules: { ...defaultRules, ends: '2026-12-01T00:00' },
  graces: [],
  tent: { dayNumber: null, nightNumber: null },
}
/** When how many are needed on a day, as ranges of the local clock. */
function wanted(day: string, given: Partial<Needs> = {}, days = 1) {
  const found: string[] = []
  let last = ''
  for (const { local, need, night } of slotsOf({ ...needs, ...given }, day, days)) {
    const what = `${need}${night ? ' night' : ''}`
    if (what !== last) found.push(`${local.slice(11)} ${what}`)
    last = what
  }
  return found
}

describe('the half hours of a tent', () => {
  it('reach from the first to the end of the last; nothing lies within none', () => {
    const slots = slotsOf(needs, '2026-03-08', 1)
    const day = { from: '2026-03-08T05:00:00.000Z', until: '2026-03-09T04:00:00.000Z' }
    const long = { from: '2026-03-01T00:00:00.000Z', until: '2026-04-01T00:00:00.000Z' }
    expect(clipped([long], ...reachOf(slots))).toEqual([day])
    expect(clipped([long], ...reachOf([]))).toEqual([])
  })

  it('ask for the offset of their zone once a day, not for each of them', () => {
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get')
    // A year of which nothing else has asked before.
    expect(slotsOf(needs, '2300-01-01', 42)).toHaveLength(42 * 48)
    expect(asked.mock.calls.length).toBeLessThan(100)
    asked.mockRestore()
  })

  it.each<[string, string, Partial<Needs>, string[]]>([
    ['a day of the week', '2026-01-29', {}, ['00:00 1', '01:00 6 night', '07:00 1']],
    ['a Sunday', '2026-02-01', {}, ['00:00 1', '02:30 6 night', '07:00 1']],
    [
      'the day on which a period begins',
      '2026-01-28',
      {},
      ['00:00 2', '01:00 10 night', '07:00 1'],
    ],
    ['days without checks', '2026-02-10', {}, ['00:00 0', '01:00 0 night', '07:00 0']],
    [
      'days before the season',
      '2026-01-18',
      {},
      ['00:00 0', '02:30 0 night', '07:00 0', '22:00 2'],
    ],
    [
      'a tent with numbers of its own',
      '2026-01-29',
      { tent: { dayNumber: 3, nightNumber: null } },
      ['00:00 3', '01:00 6 night', '07:00 3'],
    ],
    [
      'a declared grace, of whole half hours alone',
      '2026-01-29',
      { graces: [{ from: '2026-01-29T06:10:00Z', until: '2026-01-29T08:10:00Z', reason: '' }] },
      ['00:00 1', '01:00 6 night', '01:30 0 night', '03:00 6 night', '07:00 1'],
    ],
    [
      'two graces that meet',
      '2026-01-29',
      {
        graces: [
          { from: '2026-01-29T12:00:00Z', until: '2026-01-29T12:10:00Z', reason: '' },
          { from: '2026-01-29T12:10:00Z', until: '2026-01-29T12:30:00Z', reason: '' },
        ],
      },
      ['00:00 1', '01:00 6 night', '07:00 0', '07:30 1'],
    ],
    [
      'a night that begins within one',
      '2026-01-29',
      { rules: { ...needs.rules, nights: [{ days: [4], from: '01:15', to: '06:50' }] } },
      ['00:00 1', '01:00 6 night', '07:00 1'],
    ],
  ])('of %s', (_, day, given, expected) => {
    expect(wanted(day, given)).toEqual(expected)
  })

  it('are fewer or more on the days on which clocks change', () => {
    const locals = (day: string) => slotsOf(needs, day, 1).map(({ local }) => local.slice(11))
    expect(locals('2026-03-08')).toHaveLength(46)
    expect(locals('2026-03-08').slice(3, 6)).toEqual(['01:30', '03:00', '03:30'])
    expect(wanted('2026-03-08', { tent: { dayNumber: 1, nightNumber: 2 } })).toEqual([
      '00:00 1',
      '03:00 2 night',
      '07:00 1',
    ])
    expect(locals('2026-11-01')).toHaveLength(50)
    expect(locals('2026-11-01').slice(2, 7)).toEqual(['01:00', '01:30', '01:00', '01:30', '02:00'])
  })

  it('follow each other without a gap, whatever days and zone', () => {
    const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu']
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 330 }),
        fc.integer({ min: 1, max: 3 }),
        (timeZone, offset, days) => {
          const from = dayAfter('2026-01-01', offset)
          const slots = slotsOf({ ...needs, rules: { ...needs.rules, timeZone } }, from, days)
          expect(slots[0]?.local).toBe(`${from}T00:00`)
          for (const [place, { at }] of slots.entries()) {
            expect(Date.parse(at)).toBe(Date.parse(slots[0]?.at ?? '') + place * slotMs)
          }
        },
      ),
      { numRuns: times(20, 300), seed },
    )
  })

  it('a day is one that there is', () => {
    expect(['2026-01-28', '2026-02-30', '2026-1-28', '1999-01-01'].map(isDay)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe('when somebody is free', () => {
  const week = `${'0'.repeat(48 * 4)}${'1'.repeat(24)}${'2'.repeat(24)}${'0'.repeat(48 * 2)}`
  const answer: Availability = {
    week,
    exceptions: [{ date: '2026-01-29', free: `0${'-'.repeat(46)}1` }],
  }

  it('is as in the week, but for exceptions', () => {
    const [usual, said] = ['2026-02-05', '2026-01-29'].map((day) =>
      freeAt(answer, slotsOf(needs, day, 1)),
    )
    expect(usual).toBe(`${'1'.repeat(24)}${'2'.repeat(24)}`)
    expect(said).toBe(`0${'1'.repeat(23)}${'2'.repeat(23)}1`)
  })

  it('by the clock where an hour comes twice, or never', () => {
    const early = { week: '0'.repeat(slotsOfWeek), exceptions: [] }
    const sunday = withExceptions(early, [
      { date: '2026-11-01', free: `--11${'-'.repeat(44)}` },
      { date: '2026-03-08', free: `----11${'-'.repeat(42)}` },
    ])
    expect(freeAt(sunday, slotsOf(needs, '2026-11-01', 1)).slice(0, 8)).toBe('00111100')
    expect(freeAt(sunday, slotsOf(needs, '2026-03-08', 1))).toBe('0'.repeat(46))
  })

  it('is copied from last week', () => {
    const copied = withLastWeek(answer, '2026-02-01')
    expect(copied.exceptions).toEqual([
      { date: '2026-01-29', free: answer.exceptions[0]?.free },
      { date: '2026-02-05', free: answer.exceptions[0]?.free },
    ])
    expect(withLastWeek(copied, '2026-01-25').exceptions).toHaveLength(1)
  })
})

it.each([
  ['2026-01-28T16:00:00Z', '2026-01-27'],
  ['2026-01-28T17:00:00Z', '2026-01-28'],
  ['2026-01-29T07:00:00Z', '2026-01-28'],
  ['2026-11-01T16:30:00Z', '2026-10-31'],
  ['2026-03-08T15:30:00Z', '2026-03-07'],
])('at %s the night is that of %s', (now, night) => {
  expect(tonightOf(Date.parse(now), 'America/New_York')).toBe(night)
})

describe('where there are too few', () => {
  it('is said in ranges that are alike', () => {
    const slots = slotsOf({ ...needs, tent: { dayNumber: 1, nightNumber: 2 } }, '2026-01-29', 1)
    const all = '1'.repeat(48)
    const late = `${'0'.repeat(6)}${'1'.repeat(42)}`
    expect(shortRanges(slots, countFree([all, late], slots))).toEqual([
      { from: '2026-01-29T06:00:00.000Z', until: '2026-01-29T08:00:00.000Z', need: 2, there: 1 },
    ])
    expect(shortRanges(slots, countFree([all, all], slots))).toEqual([])
  })

  it('counts a person once, also in two shifts at once', () => {
    const slots = slotsOf(needs, '2026-01-29', 1)
    const shift = { memberId: 'a', from: slots[2]?.at ?? '', until: slots[4]?.at ?? '' }
    expect(countThere([shift, shift, { ...shift, memberId: 'b' }], slots).slice(1, 6)).toEqual([
      0, 2, 2, 0, 0,
    ])
  })
})
