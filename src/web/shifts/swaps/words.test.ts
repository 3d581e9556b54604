import { describe, expect, it } from 'vitest'
import {
  givenAway,
  nightShift as shift,
  shiftPerson,
  shiftsPicture,
} from '../../../../tests/support/shifts-picture.ts'
import { nobodyFree } from '../../../shared/shifts/free.ts'
import {
  type Availability,
  type Shift,
  type Swap,
  slotsOfWeek,
} from '../../../shared/shifts/tent-shifts.ts'
import { ownShiftsToCome, shiftsToAskFor, swapText, takeText } from './words.ts'

const picture = shiftsPicture()
const always = '1'.repeat(slotsOfWeek)
const swap = (more: Partial<Swap>) => givenAway(shift('s1', 'm2', '29'), more)

/** The ids of the shifts that Ann, with this answer, could ask for. */
function askedFor(shifts: Shift[], availability: Availability | null, now = picture.now) {
  const people = [
    shiftPerson('m1', 'Ann', { isMe: true, availability }),
    shiftPerson('m2', 'Bo'),
    shiftPerson('m3', 'Cy', { hasAccount: false }),
  ]
  const asked = shiftsToAskFor({ ...picture, now, people, plan: { shifts, short: [] } })
  return asked.map(({ id }) => id)
}

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
  const lastHalfHour = { date: '2026-01-31', free: `${'-'.repeat(13)}0${'-'.repeat(34)}` }
  expect(askedFor(shifts, { week: always, exceptions: [lastHalfHour] })).toEqual(['s1'])
  expect(askedFor(shifts, nobodyFree)).toEqual([])
  expect(askedFor(shifts, null)).toEqual([])
})

it('is asked for also where only a part of it is within the days shown', () => {
  // From 11 PM to 7 AM: into the first day shown, and out of the last.
  const across = (id: string, day: string) => ({
    ...shift(id, 'm2', '28'),
    from: `2026-${day}T04:00:00.000Z`,
    until: `2026-${day}T12:00:00.000Z`,
  })
  const shifts = [across('before', '01-28'), across('after', '02-04')]
  const now = '2026-01-28T03:10:00.000Z'
  expect(askedFor(shifts, { week: always, exceptions: [] }, now)).toEqual(['before', 'after'])
  const notThen = { date: '2026-02-04', free: `0${'-'.repeat(47)}` }
  expect(askedFor(shifts, { week: always, exceptions: [notThen] }, now)).toEqual(['before'])
})
