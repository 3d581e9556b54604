import { expect, it } from 'vitest'
import type { Season } from '../../shared/season/contract.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'
import { graceText, seasonAt, startNotes } from './start-notes.ts'

const eastern = 'America/New_York'
const now = { at: '2026-02-05T08:00:00.000Z', period: 'Blue', clock: 'night', required: 6 } as const

function season(rules: Partial<Season>, moment: Partial<Season['now']> = {}): Season {
  return { ...defaultRules, ...rules, now: { ...now, grace: null, ...moment } }
}

it('has nothing to say where a check may start', () => {
  expect(startNotes(season({}), eastern)).toEqual([])
  expect(startNotes(season({}, { period: null, required: null }), eastern)).toEqual([])
})

it('says each reason why none should', () => {
  expect(startNotes(season({ inSeason: false }), eastern)).toEqual(['It is off season.'])
  expect(startNotes(season({}, { period: 'Wellness week' }), eastern)).toEqual([
    'It is Wellness week, a period without checks.',
  ])
})

it.each([
  ['America/New_York', 'America/New_York', '4:00 AM'],
  ['America/New_York', 'America/Toronto', '4:00 AM'],
  ['America/New_York', 'America/Los_Angeles', '4:00 AM Eastern'],
  ['America/Los_Angeles', 'America/New_York', '1:00 AM Los Angeles time'],
])('names the zone of a season in %s where %s has another time', (timeZone, device, until) => {
  const grace = {
    from: '2026-02-05T07:00:00.000Z',
    until: '2026-02-05T09:00:00.000Z',
    reason: 'Lightning.',
  }
  expect(startNotes(season({ timeZone }, { grace }), device)).toEqual([
    `There is grace until Thu, Feb 5, 2026, ${until}: Lightning.`,
  ])
})

it('says until when there is grace, to be told to the tents', () => {
  const from = '2026-02-05T07:00:00.000Z'
  const until = '2026-02-05T08:16:00.000Z'
  expect(graceText(season({}), eastern)).toBeNull()
  const grace = { from, until, reason: 'Tent check' }
  for (const zone of [eastern, undefined]) {
    expect(graceText(season({}, { grace }), zone)).toBe('Grace until 3:16 AM')
  }
  expect(graceText(season({}, { grace }), 'America/Los_Angeles')).toBe(
    'Grace until 3:16 AM Eastern',
  )
})

it.each([
  ['2026-02-06T12:00:00.000Z', 'America/New_York', 'Grace until Fri, Feb 6, 7:00 AM'],
  ['2026-02-06T05:00:00.000Z', 'America/New_York', 'Grace until Fri, Feb 6, 12:00 AM'],
  ['2026-02-06T04:59:00.000Z', 'America/New_York', 'Grace until 11:59 PM'],
  ['2026-02-06T05:00:00.000Z', 'America/Los_Angeles', 'Grace until 9:00 PM Los Angeles time'],
])('of grace until %s in a season in %s, on Thursday: %s', (until, timeZone, text) => {
  const grace = { from: now.at, until, reason: 'Lightning' }
  expect(graceText(season({ timeZone }, { grace }), eastern)).toBe(text)
})

it.each([
  ['2026-02-05T08:15:59.999Z', 'Grace until 3:16 AM'],
  ['2026-02-05T08:16:00.000Z', null],
])('of grace until 3:16 AM at %s: %s', (at, text) => {
  const grace = { from: now.at, until: '2026-02-05T08:16:00.000Z', reason: 'Tent check' }
  expect(graceText(seasonAt(season({}, { grace }), Date.parse(at)), eastern)).toBe(text)
})

it.each([
  ['2026-02-09T11:59:00.000Z', []],
  ['2026-02-09T12:00:00.000Z', ['It is Wellness week, a period without checks.']],
])('what was asked for days before still says at %s: %j', (at, notes) => {
  expect(startNotes(seasonAt(season({}), Date.parse(at)), eastern)).toEqual(notes)
})

it('a device whose clock was set back takes the season as it was asked for', () => {
  const asked = season({}, { grace: { from: now.at, until: now.at, reason: 'x' } })
  expect(seasonAt(asked, 0).now.at).toBe(now.at)
})
