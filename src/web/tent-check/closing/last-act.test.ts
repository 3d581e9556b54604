import { expect, it } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import type { MarkedTent } from '../../../shared/tent-check/contract.ts'
import { lastActOf } from './last-act.ts'

/** Order, number of the event, outcome and netID of each mark. */
type Made = [string, number, 'make' | 'miss', string?]

const markedOf = ([order, number, outcome, netID = 'mk1']: Made): MarkedTent => {
  const tent = activeTent({ order })
  const none = { at: '', by: 'Mona', present: [], required: 2, numberOfMisses: 1 }
  return { tent, mark: { id: tent.id, outcome, netID, number, ...none } }
}

it.each<[string, Made[], { checkId: string; orders: string[] } | null, string[]]>([
  [
    'one mark',
    [
      ['A', 2, 'make'],
      ['B', 3, 'miss'],
    ],
    null,
    ['B'],
  ],
  [
    'the rest, however it is listed',
    [
      ['C', 5, 'miss'],
      ['A', 2, 'make'],
      ['B', 4, 'miss'],
    ],
    { checkId: 'c1', orders: ['B', 'C'] },
    ['B', 'C'],
  ],
  [
    'without a tent of the rest that was marked before',
    [
      ['A', 2, 'miss'],
      ['B', 4, 'miss'],
      ['C', 5, 'miss'],
    ],
    { checkId: 'c1', orders: ['A', 'B', 'C'] },
    ['B', 'C'],
  ],
  [
    'a tent of the rest that was taken back and marked again',
    [
      ['B', 4, 'miss'],
      ['C', 7, 'miss'],
    ],
    { checkId: 'c1', orders: ['B', 'C'] },
    ['C'],
  ],
  [
    'the same tents in another check',
    [
      ['B', 4, 'miss'],
      ['C', 5, 'miss'],
    ],
    { checkId: 'c0', orders: ['B', 'C'] },
    ['C'],
  ],
  [
    'a colleague was first',
    [
      ['B', 4, 'miss', 'lena'],
      ['C', 5, 'miss'],
    ],
    { checkId: 'c1', orders: ['B', 'C'] },
    ['C'],
  ],
])('the last act is %s', (_, made, rest, expected) => {
  const marked = made.map(markedOf)
  const idsOf = (orders: string[]) => orders.map((order) => activeTent({ order }).id)
  const last = marked.reduce((a, b) => (a.mark.number > b.mark.number ? a : b))
  const asked = rest && { checkId: rest.checkId, ids: idsOf(rest.orders) }
  const act = lastActOf({ checkId: 'c1', marked }, last, asked)
  expect(act.map(({ tent }) => tent.order)).toEqual(expected)
})
