import { expect, it } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { pageLights } from './page-lights.ts'

const pages = [
  { first: 'A', last: 'D', tentCount: 4 },
  { first: '1', last: '1', tentCount: 1 },
]
const activeTents = [activeTent({ order: 'B' }), activeTent({ order: '1', groupIndex: 1 })]
const marked = (['A', 'C', 'D'] as const).map((order) => ({
  tent: activeTent({ order }),
  mark: {
    id: order,
    outcome: order === 'C' ? ('miss' as const) : ('make' as const),
    by: 'Mona',
    netID: 'mona1',
    at: '',
    numberOfMisses: 0,
    present: [],
    required: null,
    number: 2,
  },
}))

it('lights the tents of a page in their order', () => {
  expect(pageLights({ pages, activeTents, marked }, 0)).toBe('m.xm')
  expect(pageLights({ pages, activeTents, marked }, 1)).toBe('.')
})

it('says how many are marked where it is not told how', () => {
  expect(pageLights({ pages, activeTents, marked: [] }, 0)).toBe('mmm.')
  expect(pageLights({ pages, activeTents, marked: [] }, 1)).toBe('.')
})
