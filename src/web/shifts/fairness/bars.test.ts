import { expect, it } from 'vitest'
import { shiftsPicture } from '../../../../tests/support/shifts-picture.ts'
import type { Fairness } from '../../../shared/shifts/tent-shifts.ts'
import { fairnessRows, spreadText } from './bars.ts'

const fairness: Fairness[] = [
  { memberId: 'm1', planned: { day: 10, night: 12 }, done: { day: 4, night: 6 } },
  { memberId: 'm2', planned: { day: 6.5, night: 18 }, done: { day: 0, night: 0 } },
]

it('most night hours come first; the longest bar is the most of anyone', () => {
  const { rows, most } = fairnessRows(shiftsPicture({ fairness }))
  expect(rows.map(({ name, isMe }) => [name, isMe])).toEqual([
    ['Bo', false],
    ['Ann', true],
  ])
  expect(most).toBe(18)
})

it('the plot is there before there is a plan', () => {
  expect(fairnessRows(shiftsPicture())).toEqual({ rows: [], most: 1 })
})

it('says the spread in hours', () => {
  expect(spreadText(fairness)).toBe('Between the most and the least: 6 h by night, 3.5 h by day.')
})
