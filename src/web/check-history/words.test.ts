import { describe, expect, it } from 'vitest'
import type { HistoryEvent } from '../../shared/check-history/contract.ts'
import { easternZone } from '../../shared/eastern-time.ts'
import { timesIn } from '../ui/times.ts'
import {
  countedText,
  endingText,
  eventText,
  madeEarlierText,
  missesAllowedText,
  periodText,
  rosterMissesText,
  rulesText,
} from './words.ts'

const at = '2026-01-19T03:04:00.000Z'
const ann = { netID: 'aa1', name: 'Ann Lee' }
const tentOf = (id: string) => (id === 't1' ? 'A Ants' : 'a tent')
const tent = { tentId: 't1' }
const made = { marked: 'make' } as const

describe('what happened in a check', () => {
  it.each<[Partial<HistoryEvent> & Pick<HistoryEvent, 'kind'>, string]>([
    [{ kind: 'started' }, 'Ann Lee started the check'],
    [
      { kind: 'started', inGrace: true, offSeason: true },
      'Ann Lee started the check, in grace and off season',
    ],
    [
      { kind: 'started', offSeason: true, noChecks: true },
      'Ann Lee started the check, off season and in a period without checks',
    ],
    [{ kind: 'marked', ...tent, outcome: 'make' }, 'Ann Lee marked A Ants a Make'],
    [
      { kind: 'marked', ...tent, outcome: 'miss', note: 'Nobody' },
      'Ann Lee marked A Ants a Miss (“Nobody”)',
    ],
    [{ kind: 'undone', ...tent, reason: 'Slip' }, 'Ann Lee took the mark of A Ants back: Slip'],
    [
      { kind: 'lateMark', tentId: 'gone', outcome: 'miss' },
      'Ann Lee marked a tent a Miss when the check was over, which did not count',
    ],
    [{ kind: 'excluded', names: ['Cy', 'Di'] }, 'Ann Lee excluded Cy, Di'],
    [{ kind: 'included', names: [''] }, 'Ann Lee counted somebody in again'],
    [{ kind: 'called', call: 2 }, 'Ann Lee called the absent tents, call 2'],
    [{ kind: 'callUndone', call: 2 }, 'Ann Lee took call 2 back'],
    [{ kind: 'ended', by: null }, 'The server ended the check'],
    [{ kind: 'cancelled', by: { netID: '', name: '' } }, 'Somebody cancelled the check'],
    [{ kind: 'reopened' }, 'Ann Lee reopened the check'],
    [
      { kind: 'corrected', ...tent, outcome: 'none', reason: 'Was there.' },
      'Ann Lee corrected A Ants to not marked: Was there.',
    ],
  ])('%j is said so', (event, text) =>
    expect(eventText({ number: 1, at, by: ann, ...event }, tentOf)).toBe(text),
  )
})

describe('a check', () => {
  it.each([
    [null, null, 'Still on'],
    ['2026-01-19T03:45:20.000Z', 'ended', 'Ended after 41 min'],
    ['2026-01-19T03:04:05.000Z', 'cancelled', 'Cancelled after 0 min'],
  ] as const)('that is over at %s, %s, says %s', (endedAt, ending, text) =>
    expect(endingText({ startedAt: at, endedAt, ending })).toBe(text),
  )

  it.each([
    ['Blue', 'night', 'Blue, night'],
    [null, 'day', 'in no period, by day'],
    ['Blue', null, 'Blue'],
    [null, null, ''],
  ] as const)('in %s by %s says %j', (period, clock, text) =>
    expect(periodText({ period, clock })).toBe(text),
  )

  it.each([
    ['make', ['Ann', 'Bo'], 6, '2 of 6 counted: Ann, Bo'],
    ['make', ['Ann'], null, '1 counted: Ann'],
    ['make', [], 2, '0 of 2 counted'],
    ['make', [], null, ''],
    ['miss', [], 2, '2 required'],
    ['none', [], 2, '2 required'],
    ['none', [], null, ''],
  ] as const)('marked as %s counts %j of %s as %j', (marked, present, required, text) =>
    expect(countedText({ marked, present: [...present], required }, [])).toBe(text),
  )

  it.each([
    [2, '2 required'],
    [null, ''],
  ])(
    'marked a Make in a closed season does not say that nobody was counted: %s',
    (required, text) =>
      expect(countedText({ ...made, present: [], required, seasonClosed: true }, [])).toBe(text),
  )
})

it.each([
  [['Cy'], 2, '2 of 2 counted: Ann, Bo'],
  [['Ann', 'Cy'], 2, '2 of 2 counted: Ann, Bo · 1 of 2 since Ann was excluded'],
  [['Ann', 'Bo'], null, '2 counted: Ann, Bo · 0 since Ann, Bo were excluded'],
])(
  'who of those counted was excluded after all is said beside them: %j',
  (excluded, required, text) =>
    expect(countedText({ ...made, present: ['Ann', 'Bo'], required }, excluded)).toBe(text),
)

it.each([
  ['marked', '2026-01-19T03:03:30.000Z', ''],
  ['marked', '2026-01-19T03:03:29.000Z', 'made 10:03 PM by the phone’s own clock, and sent later'],
  ['lateMark', '2026-01-19T02:15:00Z', 'made 9:15 PM by the phone’s own clock, and sent later'],
  [
    'lateMark',
    '2026-01-17T02:15:00Z',
    'made Fri, 1/16/2026, 9:15 PM Eastern by the phone’s own clock, and sent later',
  ],
  ['marked', '2026-01-19T04:00:00Z', ''],
  ['marked', 'soon', ''],
  ['marked', undefined, ''],
  ['ended', '2026-01-19T02:15:00Z', ''],
] as const)('%s at 10:04 PM, at %s by the phone, says %j', (kind, deviceTime, text) =>
  expect(
    madeEarlierText({ kind, at, ...(deviceTime && { deviceTime }) }, timesIn(easternZone)),
  ).toBe(text),
)

it('a tent’s standing is said with what is allowed', () => {
  expect(missesAllowedText({ period: 'Black', misses: 1, allowed: 1 })).toBe(
    '1 of 1 Misses allowed in Black.',
  )
  expect(missesAllowedText({ period: null, misses: 0, allowed: 1 })).toBe(
    'There is no period now, so no Misses count.',
  )
})

it('names the rules that a check began under', () => {
  expect(rulesText(3)).toBe('rules version 3')
  expect(rulesText(0)).toBe('rules as they come with the app')
})

describe('the roster’s own number of Misses', () => {
  const explained = { least: 1, most: 2 }

  it.each([1, 2])('is not named where a change of period explains %i', (numberOfMisses) => {
    expect(rosterMissesText({ numberOfMisses, explained })).toBeNull()
  })

  it.each([0, 3])('is named where the checks do not explain %i', (numberOfMisses) => {
    expect(rosterMissesText({ numberOfMisses, explained })).toBe(
      `The roster says ${numberOfMisses}, which differs from what the checks explain: somebody changed it.`,
    )
  })

  it('is for line monitors alone', () => {
    expect(rosterMissesText({})).toBeNull()
  })
})
