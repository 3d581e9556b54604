import { describe, expect, it } from 'vitest'
import type { Period } from '../../shared/season/contract.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'
import {
  type Draft,
  isSame,
  problemsByField,
  rulesOnly,
  toggledDay,
  withNewNight,
  withNewPeriod,
} from './draft.ts'

const problems = (draft: typeof defaultRules) => Object.fromEntries(problemsByField(draft))
const withPeriod = (draft: Draft, index: number, change: Partial<Period>) => {
  const periods = draft.periods.map((one, at) => (at === index ? { ...one, ...change } : one))
  return { ...draft, periods }
}

describe('rules that are edited', () => {
  it('say what is wrong beside its field', () => {
    const draft = withPeriod({ ...defaultRules, calls: Number.NaN }, 1, { name: '', night: 101 })
    expect(problems(draft)).toEqual({
      'periods.1.name': 'must have 1 to 40 characters',
      'periods.1.night': 'must be a whole number from 0 to 100',
      calls: 'must be a whole number from 0 to 10',
    })
  })

  it('get a further period where the season ended, for a week', () => {
    const draft = withPeriod(withNewPeriod(defaultRules), 4, { name: 'Flex' })
    expect(draft.periods.at(-1)).toEqual({
      name: 'Flex',
      from: '2026-02-28T07:00',
      day: 1,
      night: 1,
    })
    expect(draft.ends).toBe('2026-03-07T07:00')
    expect(problems(draft)).toEqual({})
    expect(problems(withNewPeriod({ ...defaultRules, ends: '' }))).not.toEqual({})
  })

  it('get a further night without days, which is not right yet', () => {
    const draft = withNewNight(defaultRules)
    expect(Object.keys(problems(draft))).toEqual(['nights.2.days'])
    draft.nights.at(-1)?.days.push(0)
    expect(problems(draft)).toEqual({})
  })

  it('are the same as those saved when all is set back', () => {
    const saved = { ...defaultRules, now: { at: 'now' } }
    expect(rulesOnly(saved)).toEqual(defaultRules)
    expect(isSame(defaultRules, saved)).toBe(true)
    const edited = withPeriod(defaultRules, 0, { day: 3 })
    expect(isSame(edited, saved)).toBe(false)
    expect(isSame(withPeriod(edited, 0, { day: 2 }), saved)).toBe(true)
  })
})

it('a day is chosen and left out again, in the order of the week', () => {
  expect(toggledDay([5, 1], 3)).toEqual([1, 3, 5])
  expect(toggledDay([1, 3, 5], 3)).toEqual([1, 5])
})
