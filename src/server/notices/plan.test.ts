import { describe, expect, it } from 'vitest'
import type { StandingOutcome } from '../../shared/check-history/contract.ts'
import { minuteMs } from '../../shared/durations.ts'
import { dueOf, planOf } from './plan.ts'

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

describe('when it is told', () => {
  const evening = Date.parse('2026-01-20T20:00:00Z')
  const minute = (number: number) => new Date(evening + number * minuteMs)
  const told = {}
  const delayMs = 10 * minuteMs

  it.each<{
    name: string
    told: typeof told | null
    planned: number | null
    ended: number
    endsAnew: boolean
    now: number
    due: { at: number; dueAt: number; isDue: boolean; wasTold: boolean }
  }>([
    {
      name: 'a check that has just ended, after the delay',
      told: null,
      planned: null,
      ended: 0,
      endsAnew: true,
      now: 1,
      due: { at: 0, dueAt: 10, isDue: false, wasTold: false },
    },
    {
      name: 'one that ended longer ago than that, at once',
      told: null,
      planned: null,
      ended: 0,
      endsAnew: true,
      now: 60,
      due: { at: 0, dueAt: 10, isDue: true, wasTold: false },
    },
    {
      name: 'one whose delay is over, then',
      told: null,
      planned: 10,
      ended: 0,
      endsAnew: false,
      now: 10,
      due: { at: 0, dueAt: 10, isDue: true, wasTold: false },
    },
    {
      name: 'one that was told and ended anew, after another delay',
      told,
      planned: null,
      ended: 30,
      endsAnew: true,
      now: 30,
      due: { at: 30, dueAt: 40, isDue: false, wasTold: false },
    },
    {
      name: 'one that ended anew while it waited, after another delay',
      told: null,
      planned: 10,
      ended: 5,
      endsAnew: true,
      now: 5,
      due: { at: 5, dueAt: 15, isDue: false, wasTold: false },
    },
    {
      name: 'one that was corrected while it waits again, as planned',
      told,
      planned: 40,
      ended: 30,
      endsAnew: false,
      now: 35,
      due: { at: 35, dueAt: 40, isDue: false, wasTold: false },
    },
    {
      name: 'one that was corrected after it was told, at once',
      told,
      planned: null,
      ended: 0,
      endsAnew: false,
      now: 30,
      due: { at: 30, dueAt: 30, isDue: true, wasTold: true },
    },
    {
      name: 'one that ended by a clock ahead, after the delay from now',
      told: null,
      planned: null,
      ended: 60,
      endsAnew: true,
      now: 0,
      due: { at: 0, dueAt: 10, isDue: false, wasTold: false },
    },
    {
      name: 'one that such a clock planned, after the delay from now',
      told: null,
      planned: 70,
      ended: 60,
      endsAnew: false,
      now: 0,
      due: { at: 0, dueAt: 10, isDue: false, wasTold: false },
    },
    {
      name: 'one that was planned after the clock was set right, as planned',
      told: null,
      planned: 10,
      ended: 60,
      endsAnew: false,
      now: 5,
      due: { at: 5, dueAt: 10, isDue: false, wasTold: false },
    },
  ])('$name', ({ told, planned, ended, endsAnew, now, due }) => {
    const found = dueOf({
      before: { told, dueAt: planned === null ? null : minute(planned) },
      ending: { at: minute(ended).toISOString() },
      endsAnew,
      now: minute(now),
      delayMs,
    })
    expect(found).toEqual({ ...due, at: minute(due.at), dueAt: minute(due.dueAt) })
  })
})
