import { describe, expect, it } from 'vitest'
import { othersOf, type RemindedShift, remindersDue, stillTold } from './reminders.ts'

const start = Date.parse('2026-01-29T06:00:00Z')
const at = (minutes: number) => new Date(start + minutes * 60_000)
const shift = (more: Partial<RemindedShift> = {}): RemindedShift => ({
  id: 's',
  memberId: 'ann',
  from: at(0),
  until: at(360),
  arrivedAt: null,
  told: [],
  hasAccount: true,
  ...more,
})
const due = (minutes: number, ...shifts: RemindedShift[]) =>
  remindersDue(shifts, at(minutes), []).map(({ shift: { id }, reminder }) => `${id} ${reminder}`)
const grace = (from: number, until: number) => ({
  from: at(from).toISOString(),
  until: at(until).toISOString(),
  reason: '',
})

describe('reminders of a shift', () => {
  it.each<[number, string[]]>([
    [-61, []],
    [-60, ['s hour']],
    [-31, ['s hour']],
    [-30, []],
    [-15, ['s quarter']],
    [-1, ['s quarter']],
    [0, []],
    [9, []],
    [10, ['s absent']],
    [15, ['s absent', 's captain']],
    [59, ['s absent', 's captain']],
    [60, []],
    [400, []],
  ])('%i minutes from its start are %j', (minutes, expected) => {
    expect(due(minutes, shift())).toEqual(expected)
  })

  it('are told once, and nobody is who is there', () => {
    expect(due(16, shift({ told: ['absent'] }))).toEqual(['s captain'])
    expect(due(16, shift({ arrivedAt: at(-5) }))).toEqual([])
  })

  it('are none for a row without an account: nobody can say that they are there', () => {
    for (const minutes of [-60, -15, 10, 15]) {
      expect(due(minutes, shift({ hasAccount: false }))).toEqual([])
    }
  })

  it.each<[string, [number, number][], number, string[]]>([
    ['a reminder in grace', [[-120, 600]], -15, ['quarter']],
    ['in grace', [[-30, 30]], 15, []],
    ['9 minutes after its end', [[-30, 30]], 39, []],
    ['10 minutes after its end', [[-30, 30]], 40, ['absent']],
    ['an hour after its end, less a minute', [[-30, 30]], 89, ['absent', 'captain']],
    ['an hour after its end', [[-30, 30]], 90, []],
    ['after grace of 60 minutes that began with the shift', [[0, 60]], 70, ['absent']],
    ['after grace of 60 minutes that began after 9 minutes', [[9, 69]], 84, ['absent', 'captain']],
    ['after hours of grace', [[-60, 240]], 250, ['absent']],
    ['after grace until shortly before the end', [[-60, 349]], 359, ['absent']],
    ['after grace until less than 10 minutes before the end', [[-60, 350]], 360, []],
    [
      'between two graces',
      [
        [-60, 20],
        [45, 90],
      ],
      40,
      ['absent', 'captain'],
    ],
    [
      'after two graces',
      [
        [-60, 20],
        [25, 90],
      ],
      100,
      ['absent'],
    ],
    ['before grace', [[40, 90]], 15, ['absent', 'captain']],
    ['after grace that was over when it began', [[-90, -30]], 15, ['absent', 'captain']],
  ])('%s: that somebody is not there waits for its end', (_, graces, minutes, expected) => {
    const given = graces.map(([from, until]) => grace(from, until))
    const found = remindersDue([shift()], at(minutes), given)
    expect(found.map(({ reminder }) => reminder)).toEqual(expected)
  })

  it('are told again where the shift begins so much later that their time comes again', () => {
    const told = ['hour', 'quarter']
    expect(stillTold(told, at(0), at(-10))).toEqual(told)
    expect(stillTold(told, at(-20), at(-40))).toEqual(['hour'])
    expect(stillTold(told, at(60), at(-10))).toEqual([])
  })

  it('are none where it goes on from another one of the same member', () => {
    const before = shift({ id: 'b', from: at(-120), until: at(0), told: ['hour', 'quarter'] })
    expect(due(-15, shift(), before)).toEqual([])
    expect(due(-15, shift(), { ...before, memberId: 'bo' })).toEqual(['s quarter'])
    expect(due(-15, shift(), { ...before, until: at(-30) })).toEqual(['s quarter'])
  })

  it('come where others were told that the member did not come to the shift before', () => {
    const before = shift({ id: 'b', from: at(-120), until: at(0), told: ['absent', 'captain'] })
    expect(due(-60, shift(), before)).toEqual(['s hour'])
    expect(due(15, shift(), before)).toEqual(['s absent', 's captain'])
    // They came late.
    expect(due(-15, shift(), { ...before, arrivedAt: at(-30) })).toEqual([])
  })

  it('that somebody is not there go to whoever is on shift then', () => {
    const others = [
      shift({ memberId: 'bo' }),
      shift({ memberId: 'cy', from: at(-120), until: at(5) }),
      shift({ memberId: 'di', from: at(30) }),
      shift({ memberId: 'bo', from: at(5) }),
      shift(),
    ]
    expect(othersOf(shift(), others, at(10))).toEqual(['bo'])
    expect(othersOf(shift(), others, at(40))).toEqual(['bo', 'di'])
  })

  it('are found by as many looks at a member as there are shifts, a few times', () => {
    let looks = 0
    const shifts = Array.from({ length: 300 }, (_, place) => ({
      ...shift({ id: `s${place}` }),
      get memberId() {
        looks += 1
        return `m${place}`
      },
    }))
    expect(due(-60, ...shifts)).toHaveLength(300)
    expect(looks).toBeLessThan(4 * 300)
  })
})
