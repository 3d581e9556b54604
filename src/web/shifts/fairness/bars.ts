import { spreadOf } from '../../../shared/shifts/figures.ts'
import type { Fairness, TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { nameOf } from '../words/people.ts'
import { hoursText } from '../words/time-words.ts'

type Hours = { planned: number; done: number }

export type FairnessRow = { id: string; name: string; isMe: boolean; night: Hours; day: Hours }

/**
 * One row per member, most night hours first; `most`: the largest number of all, for the longest
 * bar.
 */
export function fairnessRows(picture: Pick<TentShifts, 'people' | 'fairness' | 'me'>): {
  rows: FairnessRow[]
  most: number
} {
  const rows = picture.fairness
    .map(({ memberId, planned, done }) => ({
      id: memberId,
      name: nameOf(picture, memberId),
      isMe: memberId === picture.me.memberId,
      night: { planned: planned.night, done: done.night },
      day: { planned: planned.day, done: done.day },
    }))
    .sort((a, b) => b.night.planned - a.night.planned || b.day.planned - a.day.planned)
  const hours = rows.flatMap(({ night, day }) => [night.planned, day.planned, night.done, day.done])
  return { rows, most: Math.max(1, ...hours) }
}

/** `Between the most and the least: 2 h by night, 3.5 h by day.` */
export function spreadText(fairness: readonly Fairness[]): string {
  const spread = (kind: 'night' | 'day') =>
    hoursText(spreadOf(fairness.map(({ planned }) => planned[kind])))
  return `Between the most and the least: ${spread('night')} h by night, ${spread('day')} h by day.`
}
