import { expect, it } from 'vitest'
import { activeTent } from '../../../tests/support/active-tent.ts'
import { excludedText } from './excluded-words.ts'
import type { Standing } from './pages/standings.ts'

const bees = activeTent({ order: 'B', members: 'Amara Cho, Bo Chen' })
const tarps = activeTent({ order: '43', members: 'Amara Cho, Cy Diaz, Cy Diaz' })
const none = activeTent({ order: '', name: 'Termites', members: 'Di Eze' })
const tents = [bees, tarps, none]

/** A Make that the server knows. */
function made(tent: typeof bees, present: string[], required: number | null = 1): Standing {
  const mark = { id: tent.id, outcome: 'make', by: 'Mona', at: '', numberOfMisses: 0 } as const
  const facts = { ...mark, number: 2, netID: 'mk1', present, required }
  return { outcome: 'make', facts, own: null, isUndoWanted: false }
}

/** A Make of this phone that the server has not answered. */
function sent(tent: typeof bees, lastCheck: string): Standing {
  const body = { id: tent.id, lastCheck }
  return { outcome: 'make', facts: null, own: { body }, isUndoWanted: false } as unknown as Standing
}

it.each<[string, string, [typeof bees, Standing][], string[], string]>([
  ['nobody is marked', 'Amara Cho', [], [], 'Both people called Amara Cho are excluded.'],
  ['one person', 'Bo Chen', [[bees, made(bees, ['Amara Cho'])]], [], 'Bo Chen is excluded.'],
  [
    'a colleague counted one of them',
    'Amara Cho',
    [[tarps, made(tarps, ['Amara Cho'])]],
    [],
    'Both people called Amara Cho are excluded; Amara Cho was counted for 43: now 0 of 1.',
  ],
  [
    'others were excluded before',
    'Bo Chen',
    [[bees, made(bees, ['Amara Cho', 'Bo Chen'], 2)]],
    ['Amara Cho'],
    'Bo Chen was counted for B: now 0 of 2.',
  ],
  [
    'two tents, one by a mark that is not answered',
    'Amara Cho',
    [
      [bees, made(bees, ['Amara Cho', 'Bo Chen'])],
      [tarps, sent({ ...tarps, required: 2 }, 'Amara Cho, Cy Diaz')],
    ],
    [],
    'Both people called Amara Cho are excluded; Amara Cho was counted for B: now 1 of 1, and for 43: now 1.',
  ],
  [
    'a tent without an order and a number',
    'Di Eze',
    [[none, made(none, ['Di Eze'], null)]],
    [],
    'Di Eze was counted for Termites: now 0.',
  ],
  [
    'the mark is being taken back',
    'Di Eze',
    [[none, { ...made(none, ['Di Eze']), isUndoWanted: true }]],
    [],
    'Di Eze is excluded.',
  ],
  [
    'nobody is chosen',
    'Di Eze',
    [[none, sent(none, 'No members selected')]],
    [],
    'Di Eze is excluded.',
  ],
])('an exclusion says what it did: %s', (_, name, marked, others, text) => {
  const standings = new Map(marked.map(([tent, standing]) => [tent.id, standing]))
  expect(excludedText(name, tents, standings, new Set([name, ...others]))).toBe(text)
})
