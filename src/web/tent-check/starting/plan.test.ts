import { describe, expect, it } from 'vitest'
import { idleCheckersOf, planOf } from './plan.ts'

describe('the plan of a check', () => {
  it.each([
    [130, 3, '130 tents, 3 pages of 44, 44 and 42'],
    [130, 10, '130 tents, 10 pages of 13'],
    [130, 1, '130 tents, 1 page'],
    [130, 8, '130 tents, 8 pages of 17, the last of 11'],
    [1, 1, '1 tent, 1 page'],
    [10, 7, '10 tents, 5 pages of 2'],
  ])('of %i tents for %i checkers is said in a sentence', (tentCount, numCheckers, plan) => {
    expect(planOf(tentCount, numCheckers)).toBe(plan)
  })

  it('says how many checkers will have tents where pages stay empty', () => {
    expect(idleCheckersOf(10, 7)).toBe('Only 5 of 7 checkers will have tents.')
    expect(idleCheckersOf(130, 3)).toBeNull()
  })
})
