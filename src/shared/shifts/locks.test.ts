import { describe, expect, it } from 'vitest'
import { locksAfter, withLock } from './locks.ts'
import type { HeldShift } from './swaps.ts'
import type { Assignment } from './tent-shifts.ts'

const at = (hour: number) => new Date(Date.parse('2026-01-29T00:00:00Z') + hour * 3_600_000)
const on = (memberId: string, from: number, until: number): Assignment => ({
  memberId,
  from: at(from).toISOString(),
  until: at(until).toISOString(),
})
const move = (memberId: string, from: number, until: number, to: string) => ({
  shift: { ...on(memberId, from, until), id: `${memberId}${from}`, arrivedAt: null } as HeldShift,
  to,
})

describe('a lock', () => {
  it.each<[string, Assignment[], Assignment[]]>([
    [
      'stands beside others',
      [on('b', 1, 4), on('a', 4, 5)],
      [on('b', 1, 4), on('a', 4, 5), on('a', 1, 4)],
    ],
    ['takes in what it covers', [on('a', 2, 3), on('a', 3, 4)], [on('a', 1, 4)]],
    ['goes on where it overlaps', [on('a', 0, 2), on('a', 3, 6)], [on('a', 0, 6)]],
  ])('%s', (_, locks, expected) => {
    expect(withLock(locks, on('a', 1, 4))).toEqual(expected)
  })
})

describe('the locks after a swap', () => {
  it.each<[string, Assignment[], ReturnType<typeof move>[], Assignment[]]>([
    ['go with the shift', [on('a', 1, 4)], [move('a', 1, 4, 'b')], [on('b', 1, 4)]],
    [
      'stay with other shifts and members',
      [on('a', 6, 8), on('c', 1, 4)],
      [move('a', 1, 4, 'b')],
      [on('a', 6, 8), on('c', 1, 4)],
    ],
    [
      'go as far as the shift does',
      [on('a', 0, 6)],
      [move('a', 1, 4, 'b')],
      [on('a', 0, 1), on('a', 4, 6), on('b', 1, 4)],
    ],
    [
      'join those of the new owner',
      [on('a', 1, 4), on('b', 3, 6)],
      [move('a', 1, 4, 'b')],
      [on('b', 1, 6)],
    ],
    [
      'change sides in an exchange',
      [on('a', 1, 4), on('b', 2, 6)],
      [move('a', 1, 4, 'b'), move('b', 2, 6, 'a')],
      [on('b', 1, 4), on('a', 2, 6)],
    ],
  ])('%s', (_, locks, moves, expected) => {
    expect(locksAfter(locks, moves)).toEqual(expected)
  })
})
