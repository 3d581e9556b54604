import { describe, expect, it } from 'vitest'
import { batch } from './batch.ts'

describe('calls of one moment', () => {
  it('go together, and each gets its own answer', async () => {
    const groups: number[][] = []
    const twice = batch(
      async (numbers: number[]) => {
        groups.push(numbers)
        return numbers.map((number) => number * 2)
      },
      { atMost: 3 },
    )
    expect(await Promise.all([1, 2, 3, 4, 5].map(twice))).toEqual([2, 4, 6, 8, 10])
    expect(groups).toEqual([
      [1, 2, 3],
      [4, 5],
    ])
    expect(await twice(6)).toBe(12)
  })

  it.each([
    ['are tried one by one where one may be to blame', true, [[1, 2, 3], [1], [2], [3]]],
    ['are refused together where none of them is to blame', false, [[1, 2, 3]]],
  ])('%s', async (_, isOfOneCall, expected) => {
    const tried: number[][] = []
    const odd = batch(
      async (numbers: number[]) => {
        tried.push(numbers)
        if (numbers.includes(2)) throw new Error('two is refused')
        return numbers
      },
      { atMost: 10, isOfOneCall: () => isOfOneCall },
    )
    const outcomes = await Promise.allSettled([1, 2, 3].map(odd))
    const refused = outcomes.map(({ status }) => status === 'rejected')
    expect(refused).toEqual([!isOfOneCall, true, !isOfOneCall])
    expect(tried).toEqual(expected)
  })

  it('go on after some that failed', async () => {
    let isAway = true
    const ask = batch(async (asked: string[]) => {
      if (isAway) throw new Error('away')
      return asked
    })
    await expect(ask('a')).rejects.toThrow('away')
    isAway = false
    expect(await ask('a')).toBe('a')
  })
})
