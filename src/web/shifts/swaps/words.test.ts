import { describe, expect, it } from 'vitest'
import {
  givenAway,
  nightShift as shift,
  shiftPerson,
  shiftsPicture,
} from '../../../../tests/support/shifts-picture.ts'
import type { Swap } from '../../../shared/shifts/tent-shifts.ts'
import { ownShiftsToCome, shiftsToAskFor, swapText, takeText } from './words.ts'

const picture = shiftsPicture()
const swap = (more: Partial<Swap>) => givenAway(shift('s1', 'm2', '29'), more)

describe('a swap', () => {
  it.each<[Partial<Swap>, string, string]>([
    [{}, 'Bo gives Thu Jan 29, 1:00–7:00 AM away.', 'Take it'],
    [{ to: 'm1' }, 'Bo gives Thu Jan 29, 1:00–7:00 AM to you.', 'Take it'],
    [
      { by: 'm1', shift: shift('s1', 'm1', '29') },
      'You give Thu Jan 29, 1:00–7:00 AM away.',
      'Take it',
    ],
    [
      { kind: 'ask', shift: shift('s1', 'm1', '29') },
      'Bo asks you for Thu Jan 29, 1:00–7:00 AM.',
      'Give it',
    ],
    [
      { kind: 'exchange', forShift: shift('s2', 'm1', '30') },
      'Bo offers you Thu Jan 29, 1:00–7:00 AM for Fri Jan 30, 1:00–7:00 AM.',
      'Exchange',
    ],
    [
      { state: 'waits', takenBy: 'm3' },
      'Bo gives Thu Jan 29, 1:00–7:00 AM away. Cy said yes; it waits until the captain or a deputy approves it.',
      'Take it',
    ],
  ])('%j is said in a sentence', (more, text, take) => {
    expect(swapText(picture, swap(more))).toBe(text)
    expect(takeText(swap(more))).toBe(take)
  })
})

it('only one’s own shifts that have not begun can be given away', () => {
  const begun = { ...shift('s0', 'm1', '28'), until: '2026-01-29T12:00:00.000Z' }
  const shifts = [
    begun,
    shift('s1', 'm1', '27'),
    shift('s2', 'm1', '29'),
    shift('s3', 'm2', '29'),
    shift('s4', null, '30'),
  ]
  const given = shiftsPicture({ plan: { shifts, short: [] } })
  expect(ownShiftsToCome(given).map(({ id }) => id)).toEqual(['s2'])
})

it('is asked for only of those who can say yes, before it begins, by who could take it', () => {
  const begun = { ...shift('s0', 'm2', '28'), until: '2026-01-29T12:00:00.000Z' }
  const shifts = [
    begun,
    shift('s1', 'm2', '29'),
    shift('s2', 'm3', '29'),
    shift('s3', 'm2', '30'),
    shift('s4', 'm1', '30'),
    shift('s5', 'm2', '31'),
  ]
  // Free but for a half hour of the last one.
  const free = picture.slots.map(({ local }) => (local === '2026-01-31T06:30' ? '0' : '1')).join('')
  const askedBy = (signs: string) => {
    const people = [
      shiftPerson('m1', 'Ann', { isMe: true, free: signs }),
      shiftPerson('m2', 'Bo'),
      shiftPerson('m3', 'Cy', { hasAccount: false }),
    ]
    const asked = shiftsToAskFor({ ...picture, people, plan: { shifts, short: [] } })
    return asked.map(({ id }) => id)
  }
  expect(askedBy(free)).toEqual(['s1'])
  expect(askedBy(free.replaceAll('1', '0'))).toEqual([])
})
