import { expect, it } from 'vitest'
import { isChangedSince } from './answer-stands.ts'

const at = (minute: number) => `2026-01-20T12:${minute}:00.000Z`
const by = { netID: 'boss', name: 'Bo' }
const correction = (outcome: 'miss' | 'make' | 'none', minute: number) => ({
  outcome,
  at: at(minute),
  reason: 'The photo shows it.',
})

it.each([
  ['vacated', 'none', at(10), [correction('none', 30)], false],
  ['vacated', 'miss', at(10), [correction('none', 30), correction('miss', 40)], true],
  ['vacated', 'miss', at(40), [correction('none', 30)], true],
  ['vacated', 'make', null, [correction('none', 30), correction('make', 40)], false],
  // The record was read before the answer.
  ['vacated', 'miss', at(10), [], false],
  ['upheld', 'miss', at(10), [], false],
  ['upheld', 'none', null, [correction('none', 40)], true],
  // Its check went on, and the Miss was undone.
  ['upheld', 'none', null, [], true],
  ['upheld', 'make', at(10), [correction('make', 40)], true],
] as const)(
  '%s, then %s: marked %s, corrected by %j',
  (answered, outcome, marked, corrections, changed) => {
    const answer = { outcome: answered, text: '', by, at: at(30) }
    const check = { outcome, at: marked, corrections: [...corrections] }
    expect(isChangedSince(answer, check)).toBe(changed)
  },
)
