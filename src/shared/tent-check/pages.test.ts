import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkerPages, groupIndexOf, pageSizes } from './pages.ts'

const tentCounts = fc.integer({ min: 0, max: 500 })
const checkerCounts = fc.integer({ min: 1, max: 200 })

function tentsOf(tentCount: number, numCheckers: number) {
  return Array.from({ length: tentCount }, (_, position) => ({
    order: `${position + 1}`,
    name: '',
    groupIndex: groupIndexOf(position, tentCount, numCheckers),
  }))
}

describe('the checker pages', () => {
  it.each([
    [130, 3, [44, 44, 42]],
    [130, 1, [130]],
    [130, 130, Array(130).fill(1)],
    [10, 7, [2, 2, 2, 2, 2]],
    [1, 200, [1]],
    [0, 5, []],
  ])('of %i tents for %i checkers hold %j', (tentCount, numCheckers, sizes) => {
    expect(pageSizes(tentCount, numCheckers)).toEqual(sizes)
  })

  it('cover every tent once, equal and rounded up, never more pages than checkers', () => {
    fc.assert(
      fc.property(tentCounts, checkerCounts, (tentCount, numCheckers) => {
        const sizes = pageSizes(tentCount, numCheckers)
        const full = Math.ceil(tentCount / numCheckers)
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(tentCount)
        expect(sizes.length).toBeLessThanOrEqual(numCheckers)
        expect(sizes.slice(0, -1).every((size) => size === full)).toBe(true)
        const pages = checkerPages(tentsOf(tentCount, numCheckers))
        expect(pages.map((page) => page.tentCount)).toEqual(sizes)
      }),
    )
  })

  it('are named by their first and last tent, by name where there is no order', () => {
    const tents = [
      { order: 'A', name: 'Ants', groupIndex: 0 },
      { order: 'B', name: 'Bees', groupIndex: 0 },
      { order: '', name: 'Crabs', groupIndex: 1 },
    ]
    expect(checkerPages(tents)).toEqual([
      { first: 'A', last: 'B', tentCount: 2 },
      { first: 'Crabs', last: 'Crabs', tentCount: 1 },
    ])
  })
})
