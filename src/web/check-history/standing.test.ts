import { describe, expect, it } from 'vitest'
import type { RecordedCheck } from '../../shared/check-history/contract.ts'
import { timesIn } from '../ui/times.ts'
import { demandText, standingIn } from './standing.ts'

const check = { checkId: 'c2', startedAt: '2026-01-19T03:04:00Z' }
const over: RecordedCheck = {
  checkId: 'c1',
  startedAt: '2026-01-18T03:04:00Z',
  outcome: 'miss',
  marked: 'miss',
  at: '2026-01-18T03:10:00Z',
  by: 'Lena',
  present: [],
  required: 6,
  corrections: [],
  disputableUntil: null,
}
const times = timesIn('America/New_York')
type Given = Parameters<typeof standingIn>
const corrections = [{ outcome: 'make', at: check.startedAt, reason: 'Seen.' } as const]
const corrected = { ...over, outcome: 'make', corrections, isCorrected: true } as const

describe('how a tent stands', () => {
  it.each<[string, [Given[0], Given[1], Given[2]], object]>([
    [
      'before the first check',
      [null, { status: null, at: null }, undefined],
      {
        word: 'No check yet',
        light: 'none',
        notes: ['Your first check in this app will show up here.'],
      },
    ],
    [
      'before the first check of another season',
      [null, { status: null, at: null }, { ...over, seasonClosed: true }],
      { word: 'No check yet', notes: ['The next check will show up here.'] },
    ],
    [
      'after a Miss',
      [null, { status: 'miss', at: over.at }, over],
      { word: 'Miss', light: 'dark', when: 'Sat, 1/17/2026, 10:10 PM Eastern' },
    ],
    [
      'after a Make',
      [null, { status: 'make', at: over.at }, { ...over, outcome: 'make' }],
      { word: 'Make', light: 'lit', notes: [] },
    ],
    [
      'without a mark',
      [null, { status: 'none', at: null }, { ...over, outcome: 'none', at: null }],
      {
        word: 'Not marked',
        notes: ['For your tent it is neither a Make nor a Miss.'],
        when: 'Sat, 1/17/2026, 10:04 PM Eastern',
        checkId: 'c1',
      },
    ],
    [
      'corrected',
      [null, { status: 'make', at: over.at }, corrected],
      { word: 'Make', notes: ['Later corrected to a Make: Seen.'] },
    ],
    [
      'corrected, reopened and marked anew',
      [
        null,
        { status: 'make', at: over.at },
        { ...over, outcome: 'make', marked: 'make', corrections },
      ],
      { word: 'Make', notes: [] },
    ],
    [
      'corrected without a mark',
      [null, { status: 'make', at: null }, { ...corrected, marked: 'none', at: null }],
      { word: 'Make', notes: ['Later corrected to a Make: Seen.'] },
    ],
    [
      'cancelled',
      [null, { status: 'miss', at: over.at }, { ...over, cancelled: true }],
      { word: 'Miss', notes: ['That check was cancelled; what was marked in it counts.'] },
    ],
    [
      'after a check that its record does not have yet',
      [null, { status: 'miss', at: check.startedAt }, corrected],
      {
        word: 'Miss',
        light: 'dark',
        label: 'Last check',
        when: 'Sun, 1/18/2026, 10:04 PM Eastern',
        notes: [],
        checkId: null,
      },
    ],
    [
      'after a check that its record does not have yet, without a mark',
      [null, { status: 'none', at: null }, over],
      { word: 'Not marked', when: '', checkId: null },
    ],
    [
      'in a check',
      [check, { status: 'out', at: null }, over],
      { word: 'Still out', light: 'waiting', isLive: true },
    ],
    [
      'marked in a check',
      [check, { status: 'make', at: check.startedAt }, over],
      { word: 'Make', light: 'lit', isLive: true, notes: ['The check is still on.'] },
    ],
    [
      'missed in a check',
      [check, { status: 'miss', at: check.startedAt }, over],
      {
        word: 'Miss',
        notes: ['The check is still on: the Miss counts if it is still there when the check ends.'],
      },
    ],
    [
      'left out of a check',
      [check, { status: 'notInCheck', at: null }, over],
      { word: 'Miss', isLive: false, notes: ['A check is on, without your tent.'] },
    ],
    [
      'left out of the last one',
      [null, { status: 'notInCheck', at: null }, over],
      { word: 'Miss', notes: ['There has been a check since then, without your tent.'] },
    ],
    [
      'left out of all checks',
      [null, { status: 'notInCheck', at: null }, undefined],
      { word: 'No check yet', notes: ['The last check was without your tent.'] },
    ],
    [
      'left out of the last one, after a season that is closed',
      [null, { status: 'notInCheck', at: null }, { ...over, seasonClosed: true }],
      { word: 'No check yet', notes: ['The last check was without your tent.'] },
    ],
    [
      'left out of all checks while one is on',
      [check, { status: 'notInCheck', at: null }, undefined],
      { word: 'No check yet', notes: ['A check is on, without your tent.'] },
    ],
  ])('%s', (_, given, standing) => {
    expect(standingIn(...given, times)).toMatchObject(standing)
  })
})

describe('how many must be there', () => {
  const night = {
    ...{ at: '', period: 'Blue', clock: 'night' as const, required: 6 },
    ...{ grace: null, check: null, tent: null },
  }
  const tent = {
    ...{ id: 't1', order: 'A', name: 'Ants', required: 10, status: 'out' as const, at: null },
    misses: { period: 'Blue', standing: 0, allowed: 1 },
  }
  const none = { ...night, period: null, required: null }
  it.each<[string, Parameters<typeof demandText>[0], string]>([
    ['outside of all periods', none, 'There is no period now, so nobody has to be there.'],
    [
      'of a tent with a number of its own, outside of all periods',
      { ...none, tent: { ...tent, status: 'make' } },
      'There is no period now, so nobody has to be there.',
    ],
    ['without a tent', night, 'Blue, by night: 6 of you must be there.'],
    ['of a tent', { ...night, tent }, 'Blue, by night: 10 of you must be there.'],
    [
      'in a period without checks',
      { ...night, tent: { ...tent, required: 0 } },
      'Blue, by night: nobody has to be there.',
    ],
    [
      'in a check, as it began',
      { ...night, check, tent: { ...tent, required: 2 } },
      'In this check 2 of you must be there.',
    ],
    [
      'in a check that began in a period without checks',
      { ...night, check, tent: { ...tent, required: 0 } },
      'In this check nobody has to be there.',
    ],
    [
      'in a check that fixed no number',
      { ...night, check, tent: { ...tent, required: null } },
      'Blue, by night: 6 of you must be there.',
    ],
    [
      'in a check that outlasts all periods',
      { ...none, check, tent: { ...tent, required: 2 } },
      'In this check 2 of you must be there.',
    ],
    [
      'of a tent that is not in the check',
      { ...night, check, tent: { ...tent, status: 'notInCheck' } },
      'Blue, by night: 10 of you must be there.',
    ],
  ])('%s', (_, now, text) => expect(demandText(now)).toBe(text))
})
