import { describe, expect, it } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { isMeant, isWholeOrder, opensByItself, searchTents } from './search-tents.ts'

const tents = [
  activeTent({ order: 'A', name: 'Sleepless in K-Ville', members: 'Ann Lee, Renée Weiß, Ann Lee' }),
  activeTent({ order: 'B', name: 'Bench Warmers', members: 'Bo Chen, Ann Lee' }),
  activeTent({ order: '7', name: 'The 47 Ronin', members: "Pat O'Brien", groupIndex: 1 }),
  activeTent({
    order: '47',
    name: 'Tarp Dwellers',
    members: 'Álvaro Núñez, Cy Diaz',
    groupIndex: 1,
  }),
  activeTent({ order: '147', name: 'Night Owls', members: 'Lucía Smith-Jones', groupIndex: 2 }),
]
const all = ['A', 'B', '7', '47', '147']

describe('the search', () => {
  it.each([
    ['', 0, all],
    ['  ', 0, all],
    ['bench', 0, ['B']],
    ['SLEEPLESS ville', 0, ['A']],
    ['kville', 0, ['A']],
    ['nunez', 0, ['47']],
    ['obrien', 0, ['7']],
    ['O’Brien', 0, ['7']],
    ['o brien', 0, ['7']],
    ['lucia', 0, ['147']],
    ['smith jones', 0, ['147']],
    ['ann', 0, ['A', 'B']],
    // Two names in a row are not one.
    ['lee renee', 0, ['A']],
    ['leerenee', 0, []],
    ['nobody', 0, []],
    // The order first, then one's own page, then the others.
    ['47', 0, ['47', '7', '147']],
    ['47', 2, ['47', '147', '7']],
    ['47', null, ['47', '7', '147']],
    ['tent 47', 0, ['47', '7', '147']],
    ['Tent bench', 0, ['B']],
  ])(
    'for "%s" on page %s finds without regard to case, accents and marks',
    (query, page, orders) => {
      const found = searchTents(tents, query, page).map(({ order }) => order)
      expect(found).toEqual(orders)
    },
  )

  it.each([
    ['', null],
    ['47', '47'],
    ['tent 47', '47'],
    ['4', null],
    ['147', '147'],
    ['obrien', '7'],
    ['ann', null],
    ['a', 'A'],
    ['nobody', null],
  ])('for "%s" opens %s by itself', (query, order) => {
    const found = searchTents(tents, query, 0)
    expect(opensByItself(found, query)?.order ?? null).toBe(order)
  })

  it('of two tents with one order finds that of one’s own page first, and opens neither by itself', () => {
    const twin = activeTent({ order: '47', groupIndex: 0 })
    const found = searchTents([twin, ...tents], '47', 1)
    expect(found.map(({ order, groupIndex }) => [order, groupIndex])).toEqual([
      ['47', 1],
      ['47', 0],
      ['7', 1],
      ['147', 2],
    ])
    expect(opensByItself(found, '47')).toBe(null)
  })

  it.each([
    ['47', ['147', '47'], true],
    ['tent 47', ['47'], true],
    ['am', ['AM'], true],
    // Somebody in tent B may be meant.
    ['a', ['A', 'B'], false],
    ['a', ['A', 'AM'], false],
    ['12a', ['12A', 'B'], true],
    ['A', ['A', 'am'], false],
    ['4', ['47'], false],
    ['bench', ['B'], false],
    ['', ['A'], false],
    ['47', [], false],
  ])('“%s”, which found %j, is a whole order: %s', (query, orders, expected) => {
    const found = orders.map((order) => activeTent({ order }))
    expect(isWholeOrder(found, query)).toBe(expected)
  })

  it.each([
    ['s', { members: 'Ann Lee, Smith' }, false],
    ['s', { members: 'Ross Lee' }, true],
    ['s', { captainName: 'Sam Lee' }, false],
    ['s', { name: 'Night Sleepers' }, false],
    ['12s', { members: '12sam' }, true],
  ])('“%s”, an order, is a whole one in a tent with %j: %s', (order, names, expected) => {
    expect(isWholeOrder([activeTent({ order, ...names })], order)).toBe(expected)
  })

  it('says which names are meant', () => {
    expect(isMeant("Pat O'Brien", 'obrien')).toBe(true)
    expect(isMeant('Lucía Smith', 'luc 47')).toBe(true)
    expect(isMeant('Bo Chen', 'ann')).toBe(false)
    expect(isMeant('Bo Chen', '')).toBe(false)
  })
})
