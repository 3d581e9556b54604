import { describe, expect, it } from 'vitest'
import type { StandingOutcome } from '../../shared/check-history/contract.ts'
import { planOf } from './plan.ts'

type Case = [
  name: string,
  notices: [netID: string, outcome: StandingOutcome, isTold: boolean][],
  stands: StandingOutcome,
  people: string[],
  remove: string[],
  add: string[],
]

const cases: Case[] = [
  [
    'a Miss is told to everyone of the tent',
    [],
    'miss',
    ['al1', 'bc2'],
    [],
    ['al1 miss', 'bc2 miss'],
  ],
  ['a Make is told to nobody', [], 'make', ['al1'], [], []],
  ['a Miss that waits is not queued twice', [['al1', 'miss', false]], 'miss', ['al1'], [], []],
  ['a Miss that was told is not told again', [['al1', 'miss', true]], 'miss', ['al1'], [], []],
  ['an undone Miss that waits is forgotten', [['al1', 'miss', false]], 'none', ['al1'], ['0'], []],
  [
    'a Miss corrected after it was told',
    [['al1', 'miss', true]],
    'none',
    ['al1'],
    [],
    ['al1 none'],
  ],
  [
    'the correction goes to those who were told',
    [['al1', 'miss', true]],
    'make',
    ['al1', 'bc2'],
    [],
    ['al1 make'],
  ],
  [
    'a correction taken back while it waits',
    [
      ['al1', 'miss', true],
      ['al1', 'none', false],
    ],
    'miss',
    ['al1'],
    ['1'],
    [],
  ],
  [
    'a Miss again after its correction was told',
    [
      ['al1', 'miss', true],
      ['al1', 'none', true],
    ],
    'miss',
    ['al1', 'bc2'],
    [],
    ['al1 miss', 'bc2 miss'],
  ],
  [
    'another correction in place of one that waits',
    [
      ['al1', 'miss', true],
      ['al1', 'none', false],
    ],
    'make',
    ['al1'],
    ['1'],
    ['al1 make'],
  ],
  ['who left the tent hears no more', [['al1', 'miss', true]], 'none', ['bc2'], [], []],
  [
    'what waits for who left the tent is forgotten',
    [['al1', 'miss', false]],
    'miss',
    [],
    ['0'],
    [],
  ],
]

describe('what has to be told of a tent', () => {
  it.each(cases)('%s', (_, notices, stands, people, remove, add) => {
    const given = notices.map(([netID, outcome, isTold], id) => ({
      id: String(id),
      netID,
      outcome,
      isTold,
    }))
    const plan = planOf(given, stands, new Set(people))
    expect(plan.remove).toEqual(remove)
    expect(plan.add.map(({ netID, outcome }) => `${netID} ${outcome}`)).toEqual(add)
  })

  it('is nothing once all of it is told', () => {
    for (const [, notices, stands, people] of cases) {
      const given = notices.map(([netID, outcome, isTold], id) => ({
        id: String(id),
        netID,
        outcome,
        isTold,
      }))
      const { remove, add } = planOf(given, stands, new Set(people))
      const left = given.filter(({ id }) => !remove.includes(id))
      const told = [...left, ...add.map((one, index) => ({ ...one, id: `new ${index}` }))]
      const after = told.map((notice) => ({ ...notice, isTold: true }))
      expect(planOf(after, stands, new Set(people))).toEqual({ remove: [], add: [] })
    }
  })
})
