import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nobodyFree } from '../../../shared/shifts/free.ts'
import { localTimeAt } from '../../../shared/shifts/slots.ts'
import type { Availability } from '../../../shared/shifts/tent-shifts.ts'
import {
  datesOf,
  merged,
  nightCells,
  nightsIn,
  patternOf,
  withDates,
  withPattern,
} from './answer.ts'

const signs = (alphabet: string, length: number) =>
  fc
    .array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length })
    .map((all) => all.join(''))
const anyDay = signs('012', 48)
const anyWeek = fc.array(anyDay, { minLength: 7, maxLength: 7 })
const dates = ['2026-01-25', '2026-01-26', '2026-01-27', '2026-01-28', '2026-01-29']
const anyException = fc.record({ date: fc.constantFrom(...dates), free: signs('-012', 48) })
const anyAnswer: fc.Arbitrary<Availability> = fc.record({
  week: signs('012', 336),
  exceptions: fc.uniqueArray(anyException, { selector: ({ date }) => date }),
})

describe('an answer', () => {
  it('has the pattern that was painted, Monday first', () => {
    fc.assert(
      fc.property(anyAnswer, anyWeek, (answer, week) => {
        const next = withPattern(answer, week)
        expect(patternOf(next)).toEqual(week)
        expect(next.exceptions).toEqual(answer.exceptions)
      }),
      { numRuns: 30 },
    )
    const monday = withPattern(nobodyFree, ['1'.repeat(48), ...Array(6).fill('0'.repeat(48))])
    expect(monday.week.slice(48, 96)).toBe('1'.repeat(48))
  })

  it('has the days that were painted, whatever the pattern is, and no others change', () => {
    fc.assert(
      fc.property(anyAnswer, anyWeek, (answer, week) => {
        const [first, ...others] = dates
        const painted = week.slice(0, 1)
        const next = withDates(answer, [first ?? ''], painted)
        expect(datesOf(next, [first ?? ''])).toEqual(painted)
        expect(datesOf(next, others)).toEqual(datesOf(answer, others))
        expect(next.week).toBe(answer.week)
      }),
      { numRuns: 30 },
    )
  })

  it('keeps nothing of a day that is as every week', () => {
    const answer = withDates(
      nobodyFree,
      dates,
      dates.map(() => '1'.repeat(48)),
    )
    expect(answer.exceptions).toHaveLength(5)
    const asEveryWeek = dates.map(() => '0'.repeat(48))
    expect(withDates(answer, dates, asEveryWeek).exceptions).toEqual([])
  })

  it('takes from a file what the file says, and keeps the rest', () => {
    fc.assert(
      fc.property(anyAnswer, anyException, (answer, said) => {
        const [before = ''] = datesOf(answer, [said.date])
        const [after = ''] = datesOf(merged(answer, [said]), [said.date])
        for (let halfHour = 0; halfHour < 48; halfHour += 1) {
          const sign = said.free[halfHour]
          expect(after[halfHour]).toBe(sign === '-' ? before[halfHour] : sign)
        }
      }),
      { numRuns: 30 },
    )
  })
})

it('nights stand at their weekday, in a week that begins on any day', () => {
  const slots = [false, false, true, true, false].map((night, halfHour) => ({
    at: '',
    local: localTimeAt('2026-01-28', halfHour),
    need: 1,
    night,
  }))
  const nights = nightsIn(slots)
  // A Wednesday: the third day of a week from Monday, the first of one that begins there.
  const nightHalfHours = (isNight: ReturnType<typeof nightCells>, day: number) =>
    Array.from({ length: 48 }, (_, halfHour) => halfHour).filter((halfHour) =>
      isNight({ day, halfHour }),
    )
  expect(nightHalfHours(nightCells(nights, null), 2)).toEqual([2, 3])
  expect(nightHalfHours(nightCells(nights, '2026-01-28'), 0)).toEqual([2, 3])
  expect(nightHalfHours(nightCells(nights, '2026-01-28'), 2)).toEqual([])
})

it('a half hour that a day leaves out, as the clocks go forward, is night if the next one is', () => {
  const slots = Array.from({ length: 48 }, (_, halfHour) => ({
    at: '',
    local: localTimeAt('2026-03-08', halfHour),
    need: 1,
    night: halfHour >= 2 && halfHour < 14,
  })).filter(({ local }) => local.slice(11, 13) !== '02')
  const [sunday] = nightsIn(slots).slice(-1)
  expect(sunday).toBe(`${'0'.repeat(2)}${'1'.repeat(12)}${'0'.repeat(34)}`)
})
