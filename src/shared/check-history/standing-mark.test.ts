import { expect, it } from 'vitest'
import type { StandingOutcome } from './contract.ts'
import { standingMark } from './standing-mark.ts'

const at = '2026-01-19T07:05:00.000Z'
const before = '2026-01-19T07:04:00.000Z'
const after = '2026-01-19T09:00:00.000Z'

it.each<[string | null, string[], StandingOutcome, [StandingOutcome, string][], StandingOutcome]>([
  [null, [], 'none', [], 'none'],
  [null, [], 'make', [['make', after]], 'none'],
  [at, [], 'make', [], 'make'],
  [at, [], 'miss', [], 'miss'],
  [at, [], 'make', [['make', after]], 'miss'],
  [at, [], 'miss', [['miss', after]], 'make'],
  [at, ['Ann'], 'miss', [['miss', after]], 'make'],
  [at, [], 'none', [['none', after]], 'none'],
  [at, ['Ann'], 'none', [['none', after]], 'make'],
  [
    at,
    [],
    'miss',
    [
      ['make', after],
      ['miss', after],
    ],
    'miss',
  ],
  [at, [], 'miss', [['make', before]], 'miss'],
])(
  'marked at %s with %j, a %s after %j: the mark was %s',
  (markedAt, present, outcome, made, mark) => {
    const corrections = made.map(([to, when]) => ({ outcome: to, at: when }))
    expect(standingMark({ at: markedAt, present, outcome, corrections })).toBe(mark)
  },
)
