import { describe, expect, it } from 'vitest'
import { person } from '../../../../tests/support/show.tsx'
import type { MarkFacts } from '../../../shared/tent-check/contract.ts'
import { timesIn } from '../../ui/times.ts'
import { typeLetter } from '../../ui/type-letter.ts'
import { type ClockText, callName, closingText } from './call-words.ts'
import { resultText } from './mark-results.ts'
import { belowText, makeQuestion, markText, missesText } from './mark-words.ts'
import { initialsOf } from './presence-words.ts'
import type { Standing } from './standings.ts'
import { callClockText, connectionText } from './status-words.ts'

function standing(facts: MarkFacts): Standing {
  return { outcome: facts.outcome, facts, own: null, isUndoWanted: false }
}

function mark(more: Partial<MarkFacts>): MarkFacts {
  const none = { netID: 'mona1', present: [], required: null, number: 3, numberOfMisses: 0 }
  return { id: 't', outcome: 'make', by: 'Mona', at: '1/18/2026, 10:04 PM', ...none, ...more }
}

it('an open tent that is marked names a colleague, and oneself on another phone as you', () => {
  const mona = { ...person, netID: 'mona1' }
  const facts = mark({ outcome: 'miss' })
  expect(resultText(standing(facts), mona, '')).toBe('You marked it as Miss, 10:04 PM.')
  expect(resultText(standing(facts), { ...mona, netID: 'kim2' }, ' Eastern')).toBe(
    'Mona marked it as Miss, 10:04 PM Eastern. Ask Mona, who may undo it.',
  )
})

describe('a mark in words', () => {
  const three = ['Ann', 'Bo', 'Cy']
  it.each([
    [mark({ outcome: 'miss', required: 6 }), 'Miss', null],
    [mark({ present: three }), 'Make, 3 counted', null],
    [mark({ present: three, required: 2 }), 'Make, 3 of 2', null],
    [mark({ present: three, required: 3 }), 'Make, 3 of 3', null],
    [mark({ present: three, required: 4 }), 'Make, 3 of 4', 'Below the number'],
    [mark({ required: 0 }), 'Make, 0 of 0', null],
  ])('%o', (facts, said, below) => {
    const tent = { required: 8 }
    expect([
      markText(tent, standing(facts), true),
      belowText(tent, standing(facts), new Set()),
    ]).toEqual([said, below])
    expect(markText(tent, standing(facts), false)).toBe(`${said} by Mona`)
  })

  it.each([
    [mark({ outcome: 'miss', corrected: 'make' }), 'Miss by Mona, corrected to Make'],
    [mark({ required: 0, corrected: 'none' }), 'Make, 0 of 0 by Mona, corrected to no mark'],
  ])('%o says to what it was corrected', (facts, said) => {
    expect(markText({ required: 8 }, standing(facts), false)).toBe(said)
  })

  it('says which names, excluded after it, brought a Make below its number', () => {
    const below = (facts: MarkFacts, excluded: ReadonlySet<string>) =>
      belowText({ required: 8 }, standing(facts), excluded)
    const facts = mark({ present: three, required: 2 })
    expect(below(facts, new Set(['Bo', 'Someone Else']))).toBeNull()
    expect(below(facts, new Set(['Bo', 'Cy']))).toBe('1 of 2 since Bo, Cy were excluded')
    expect(below(mark({ present: three, required: 3 }), new Set(['Ann']))).toBe(
      '2 of 3 since Ann was excluded',
    )
    expect(below(mark({ present: three }), new Set(three))).toBeNull()
    const namesakes = mark({ present: ['Ann', 'Ann'], required: 2 })
    expect(below(namesakes, new Set(['Ann']))).toBe('0 of 2 since Ann was excluded')
  })
})

it.each([
  [null, 0, 'Nobody is ticked. Make anyway?'],
  [null, 1, null],
  [undefined, 0, 'Nobody is ticked. Make anyway?'],
  [0, 0, null],
  [10, 7, '7 of 10 are ticked. Make anyway?'],
  [10, 1, '1 of 10 is ticked. Make anyway?'],
  [10, 10, null],
  [10, 12, null],
])('a Make of %s required and %i ticked asks %s', (required, ticked, question) => {
  expect(makeQuestion(required, ticked)).toBe(question)
})

it('tells the colour of a tent by a letter', () => {
  expect(['Black', 'Blue', 'White', 'Flex', '', ' black tent'].map(typeLetter)).toEqual([
    'K',
    'B',
    'W',
    'F',
    '',
    'K',
  ])
  expect([0, 1, 2].map(missesText)).toEqual(['No misses', '1 miss', '2 misses'])
})

it.each([
  ['live', 0, 'Live'],
  ['live', 2, 'Sending 2'],
  ['reconnecting', 0, 'Reconnecting'],
  ['reconnecting', 3, 'Reconnecting · 3'],
  ['offline', 6, 'Offline · 6'],
] as const)('%s with %i marks waiting is said as “%s”', (connection, waiting, text) => {
  expect(connectionText(connection, waiting)).toBe(text)
})

it('says the latest call, and after the last one what is left', () => {
  const at = '2026-01-19T07:14:05.000Z'
  const made = (...calls: number[]) => calls.map((call) => ({ call, at, by: null }))
  const now = Date.parse(at)
  const none = { calls: [], callsAtMost: 3, closesAt: null }
  const times = timesIn('America/Los_Angeles')
  expect(callClockText(none, now, times)).toBeNull()
  const called = callClockText({ ...none, calls: made(1, 2) }, now, times)
  expect(called).toEqual({ before: '', short: '2nd call', after: ' 11:14 PM' })
  const closesAt = new Date(now + 92_000).toISOString()
  const all = { ...none, calls: made(1, 2, 3), closesAt }
  expect(callClockText(all, now, times)).toEqual(closingText(92_000))
})

it('names calls and the time that is left', () => {
  expect([1, 2, 3, 4, 10].map((call) => callName(call, 4))).toEqual([
    '1st call',
    '2nd call',
    '3rd call',
    'Final call',
    '10th call',
  ])
  expect(callName(1, 1)).toBe('1st call')
  const shown = ({ before, short, after }: ClockText) => `${before}[${short}]${after}`
  expect([92_000, 91_001, 9000, 1, 0, -5].map(closingText).map(shown)).toEqual([
    'closes in [1:32]',
    'closes in [1:32]',
    'closes in [0:09]',
    'closes in [0:01]',
    'is [due] to close',
    'is [due] to close',
  ])
})

it.each([
  ['Mona Kim', 'MK'],
  ['José de la Sierra', 'JS'],
  ['  ann ', 'A'],
  ['Émile Øst', 'ÉØ'],
  ['', '?'],
])('the initials of “%s” are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
