import { describe, expect, it } from 'vitest'
import { isBounce, type Tap } from './bounce.ts'

const make = 'Make of tent 47'
const last: Tap = { x: 300, y: 740, at: 10_000, control: make, isFree: false }
const tap = (more: Partial<Tap>): Tap => ({ ...last, at: 10_400, ...more })

describe('a tap is a bounce of the last one', () => {
  it('after 50, 100 … 1,000 ms on the same control, or on what has come under the spot', () => {
    for (let ms = 50; ms <= 1000; ms += 50) {
      expect(isBounce(last, tap({ at: last.at + ms }))).toBe(true)
      expect(isBounce(last, tap({ at: last.at + ms, control: 'a row', x: 320, y: 720 }))).toBe(true)
    }
  })

  it.each<[string, Tap | null, Tap, boolean]>([
    ['the first tap', null, tap({}), false],
    ['the same control a good second later', last, tap({ at: 11_200 }), false],
    ['another control elsewhere', last, tap({ control: 'a row', y: 300 }), false],
    ['Miss beside Make', last, tap({ control: 'Miss', x: 90 }), false],
    ['the same control, which has moved', last, tap({ x: 40, y: 40 }), true],
    ['a tick that has come under the spot', last, tap({ control: 'Bo', isFree: true }), true],
    ['a tick after a tick', tap({ control: 'Bo', isFree: true }), tap({ control: 'Bo' }), false],
    ['Make right after a tick near it', tap({ isFree: true, at: 10_300 }), tap({}), false],
    ['a key on the same control', tap({ x: Number.NaN, at: 10_000 }), tap({ x: Number.NaN }), true],
    [
      'a key on another control',
      tap({ x: Number.NaN, at: 10_000 }),
      tap({ x: Number.NaN, control: 'a row' }),
      false,
    ],
  ])('%s', (_, before, now, expected) => {
    expect(isBounce(before, now)).toBe(expected)
  })
})
