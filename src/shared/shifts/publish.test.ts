import { describe, expect, it } from 'vitest'
import { defaultRules } from '../season/default-rules.ts'
import { fairnessOf, hoursIn } from './hours.ts'
import { changesOf, clipped, predecessorsOf, publishedPlan } from './publish.ts'
import type { Assignment } from './tent-shifts.ts'

const begin = Date.parse('2026-01-29T00:00:00Z')
const at = (hour: number) => begin + hour * 3_600_000
const on = (memberId: string, from: number, until: number): Assignment => ({
  memberId,
  from: new Date(at(from)).toISOString(),
  until: new Date(at(until)).toISOString(),
})

describe('the plan in use', () => {
  it.each<[string, Assignment[], Assignment[], Assignment[]]>([
    ['is the draft in its time', [], [on('a', 10, 12)], [on('a', 10, 12)]],
    ['loses what the draft has not', [on('a', 10, 12)], [], []],
    [
      'keeps what lies outside',
      [on('a', 2, 4), on('a', 22, 24)],
      [],
      [on('a', 2, 4), on('a', 22, 24)],
    ],
    ['keeps the part that lies outside', [on('a', 6, 22)], [], [on('a', 6, 8), on('a', 20, 22)]],
    ['joins who goes on', [on('a', 6, 10), on('a', 19, 22)], [on('a', 8, 20)], [on('a', 6, 22)]],
    [
      'leaves apart what adjoins outside its time',
      [on('a', 2, 4), on('a', 4, 6), on('a', 21, 22), on('a', 22, 24)],
      [on('a', 10, 12)],
      [on('a', 2, 4), on('a', 4, 6), on('a', 10, 12), on('a', 21, 22), on('a', 22, 24)],
    ],
    [
      'cuts the draft to its time',
      [],
      [on('a', 6, 10), on('b', 19, 22)],
      [on('a', 8, 10), on('b', 19, 20)],
    ],
  ])('%s', (_, before, draft, expected) => {
    expect(publishedPlan(before, draft, [at(8), at(20)])).toEqual(expected)
  })

  it('is clipped to a time', () => {
    expect(clipped([on('a', 1, 3), on('b', 3, 9), on('c', 8, 9)], at(2), at(8))).toEqual([
      on('a', 2, 3),
      on('b', 3, 8),
    ])
  })

  it('is compared by whole shifts', () => {
    expect(changesOf([on('a', 1, 2), on('b', 1, 2)], [on('b', 1, 2), on('a', 1, 3)])).toEqual({
      added: [on('a', 1, 3)],
      removed: [on('a', 1, 2)],
    })
  })
})

describe('what is known of a shift', () => {
  it('goes to the first shift of its member that it overlaps', () => {
    const before = [on('a', 1, 7), on('a', 8, 9), on('b', 1, 7), on('c', 1, 2)]
    const [one, two, three, four] = [on('a', 2, 3), on('a', 5, 9), on('b', 1, 6), on('c', 2, 3)]
    expect(predecessorsOf(before, [one, two, three, four])).toEqual([
      [before[0]],
      [before[1]],
      [before[2]],
      [],
    ])
  })
})

describe('hours', () => {
  it('are of the day or of the night by the season’s clock', () => {
    expect(hoursIn(defaultRules, on('a', 5, 13))).toEqual({ day: 2, night: 6 })
  })

  it('are planned, and done where somebody said so and it is over', () => {
    const shifts = [
      { ...on('a', 5, 7), id: '1', arrivedAt: new Date(at(5)).toISOString() },
      { ...on('a', 15, 16), id: '2', arrivedAt: new Date(at(15)).toISOString() },
      { ...on('b', 15, 16), id: '3', arrivedAt: null },
      { ...on('b', 17, 18), id: '4', memberId: null, arrivedAt: null },
    ]
    expect(fairnessOf(defaultRules, ['a', 'b'], shifts, at(15.5))).toEqual([
      { memberId: 'a', planned: { day: 2, night: 1 }, done: { day: 1, night: 1 } },
      { memberId: 'b', planned: { day: 1, night: 0 }, done: { day: 0, night: 0 } },
    ])
  })

  it('are done from when somebody came', () => {
    const came = (hour: number) => {
      const shift = { ...on('a', 5, 13), id: '1', arrivedAt: new Date(at(hour)).toISOString() }
      return fairnessOf(defaultRules, ['a'], [shift], at(14))[0]?.done
    }
    expect(came(4.5)).toEqual({ day: 2, night: 6 })
    expect(came(6.25)).toEqual({ day: 1, night: 5.75 })
    expect(came(12.5)).toEqual({ day: 0.5, night: 0 })
  })
})
