import { expect, it } from 'vitest'
import type { Season } from '../../shared/season/contract.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'
import { graceText, startNotes } from './start-notes.ts'

const now = { at: '2026-02-05T08:00:00.000Z', period: 'Blue', clock: 'night', required: 6 } as const

function season(rules: Partial<Season>, moment: Partial<Season['now']> = {}): Season {
  return { ...defaultRules, ...rules, now: { ...now, grace: null, ...moment } }
}

it('has nothing to say where a check may start', () => {
  expect(startNotes(season({}))).toEqual([])
  expect(startNotes(season({}, { period: null, required: null }))).toEqual([])
})

it('says each reason why none should', () => {
  const from = '2026-02-05T07:00:00.000Z'
  const until = '2026-02-05T09:00:00.000Z'
  expect(startNotes(season({ inSeason: false }))).toEqual(['It is off season.'])
  expect(startNotes(season({}, { period: 'Wellness week' }))).toEqual([
    'It is Wellness week, a period without checks.',
  ])
  expect(startNotes(season({}, { grace: { from, until, reason: 'Lightning.' } }))).toEqual([
    'There is grace until Thu, Feb 5, 2026, 4:00 AM: Lightning.',
  ])
})

it('says until when there is grace, to be told to the tents', () => {
  const from = '2026-02-05T07:00:00.000Z'
  const until = '2026-02-05T08:16:00.000Z'
  expect(graceText(season({}))).toBeNull()
  expect(graceText(season({}, { grace: { from, until, reason: 'Tent check' } }))).toBe(
    'Grace until 3:16 AM',
  )
})
