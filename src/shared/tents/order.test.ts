import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSwift, manyAccents } from '../../../tests/support/many-accents.ts'
import { compareTents } from './order.ts'

const tentOf = (order: string, name = 'Tent', id = 'id') => ({ order, name, id })
const sortedOrders = (orders: string[]) =>
  orders
    .map((order) => tentOf(order))
    .sort(compareTents)
    .map((tent) => tent.order)

describe('tent ordering', () => {
  it.each<[rule: string, inOrder: string[]]>([
    ['alphabetic orders come before numbers, mixed ones last', ['ZZ', '1', '130', '12B', 'A1']],
    ['shorter comes before longer', ['B', 'Z', 'AA', 'BB', 'AAA']],
    ['letters are alphabetical without regard to case', ['a', 'B', 'c', 'aa', 'AB', 'ba']],
    ['letters of any script are letters', ['u', 'Z', 'μ', 'Я', 'あ', '1']],
    ['an accented letter stands beside its letter', ['E', 'É', 'F', 'ÉA', 'EB']],
    ['a letter outside the basic plane is one letter long', ['𐐀', 'AA', '1']],
    ['a letter with an accent of its own is one letter long', ['E\u0301', 'AA']],
    ['numbers ascend', ['0', '2', '9', '10', '100']],
    ['numbers may be of any length', ['9'.repeat(40), `1${'0'.repeat(40)}`, `1${'0'.repeat(39)}1`]],
    ['mixed orders are in natural order', ['2B', '12A', '12b', '12B2', 'X-7', 'X-10']],
    ['anything but letters or digits makes an order mixed', ['B', '1', '1.5', '-5', 'A B']],
    ['empty orders stand at the very end', ['A', '1', 'A1', '', '  ']],
    ['spaces around an order mean nothing', ['A', ' B ', 'C', ' 2', '10']],
  ])('%s', (_rule, inOrder) => {
    expect(sortedOrders([...inOrder].reverse())).toEqual(inOrder)
    expect(sortedOrders(inOrder)).toEqual(inOrder)
  })

  it('lets ties fall to the name, then to the id', () => {
    const tied = [tentOf('a', 'Ann', '2'), tentOf('A', 'Bob', '1'), tentOf('a', 'Bob', '2')]
    expect([...tied].reverse().sort(compareTents)).toEqual(tied)
    expect(compareTents(tentOf('07', 'Ann'), tentOf('7', 'Bob'))).toBeLessThan(0)
  })

  it('takes no time for an order of 100,000 accents', () => {
    const tents = [tentOf(manyAccents, 'Bees'), tentOf(`${manyAccents}\u0327`, 'Ants')]
    expect(isSwift(() => tents.sort(compareTents))).toBe(true)
    expect(tents.map(({ name }) => name)).toEqual(['Ants', 'Bees'])
  })

  const order = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'B', 'É', 'µ', 'Μ', 'ß', 'ς', 'Σ') }),
    fc.string({ unit: fc.constantFrom('0', '1', '9') }),
    fc.string({ unit: fc.constantFrom('0', '1', 'a', 'B', '-', ' ', '\u0301') }),
    fc.string({ unit: 'binary' }),
  )
  const few = fc.constantFrom('', 'a', 'A', 'b')
  const tent = fc.record({ order, name: few, id: few })

  it('is antisymmetric', () => {
    fc.assert(
      fc.property(tent, tent, (a, b) => {
        expect(Math.sign(compareTents(a, b)) + Math.sign(compareTents(b, a))).toBe(0)
      }),
    )
  })

  it('is transitive', () => {
    fc.assert(
      fc.property(tent, tent, tent, (a, b, c) => {
        if (compareTents(a, b) <= 0 && compareTents(b, c) <= 0) {
          expect(compareTents(a, c)).toBeLessThanOrEqual(0)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('is total: only a tent of the same order, name and id stands in the same place', () => {
    fc.assert(
      fc.property(tent, tent, (a, b) => {
        const same = a.order === b.order && a.name === b.name && a.id === b.id
        expect(compareTents(a, b) === 0).toBe(same)
        expect(compareTents(a, { ...a })).toBe(0)
      }),
    )
  })

  it('gives the same list whatever the order it came in', () => {
    fc.assert(
      fc.property(fc.array(tent, { maxLength: 12 }), (tents) => {
        expect([...tents].reverse().sort(compareTents)).toEqual([...tents].sort(compareTents))
      }),
    )
  })
})
