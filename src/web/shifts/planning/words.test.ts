import { expect, it } from 'vitest'
import { nightShift, shiftPerson, shiftsPicture } from '../../../../tests/support/shifts-picture.ts'
import { isJobOn } from '../../../shared/shifts/job.ts'
import type { Logged, ShiftJob } from '../../../shared/shifts/tent-shifts.ts'
import { figureRows, jobText, logText, notFreeText, unansweredText, withLocks } from './words.ts'

const job = (state: ShiftJob['state'], more: Partial<ShiftJob> = {}): ShiftJob => ({
  state,
  place: 0,
  endsAt: null,
  ...more,
})

it.each<[ShiftJob, boolean, RegExp]>([
  [job('queued'), true, /^It begins in a moment\. The first plan is below\.$/],
  [job('queued', { place: 1 }), true, /one other tent comes first/],
  [job('queued', { place: 3 }), true, /3 other tents come first/],
  [job('waitsForCheck'), true, /^A tent check is on.*The best plan so far is below\.$/],
  [job('running', { endsAt: '2026-01-28T12:00:06.200Z' }), true, /^Looking for better plans\.$/],
  [job('done'), false, /best that was found/],
  [job('stopped'), false, /^Stopped/],
  [job('failed'), false, /The search failed/],
])('a search that is %j: active %s', (given, active, text) => {
  expect(isJobOn(given)).toBe(active)
  expect(jobText(given)).toMatch(text)
})

it('figures are said in hours and shares', () => {
  const figures = {
    uncoveredHours: 4.5,
    nightSpreadHours: 2,
    daySpreadHours: 3.25,
    shifts: 61,
    shiftsUnderTwoHours: 1,
    preferredShare: 0.756,
  }
  expect(figureRows(figures).map(([, value]) => value)).toEqual([
    '4.5 h',
    '2 h',
    '3.3 h',
    '61',
    '1',
    '76 %',
  ])
})

it('the log says who did what as what', () => {
  const text = (more: Partial<Logged>) => {
    const entry = { at: '', by: 'Robin', as: 'member', what: 'swapTaken', who: 'Ann' } as const
    return logText({ ...entry, moves: [], ...more }, 'America/New_York')
  }
  expect(text({ as: 'superUser', what: 'answered' })).toBe(
    'Robin (super user) filled in the times of Ann',
  )
  expect(text({ as: 'superUser', what: 'substitute' })).toBe(
    'Robin (super user) put Ann on the list of substitutes',
  )
  expect(text({ as: 'captain', what: 'published', who: '' })).toBe(
    'Robin (captain) published the plan',
  )
  expect(text({})).toBe('Robin (member) made a swap with Ann')
  expect(text({ by: '' })).toBe('Somebody (member) made a swap with Ann')
  const night = { from: '2026-01-30T06:00:00.000Z', until: '2026-01-30T12:00:00.000Z' }
  const day = { from: '2026-01-30T12:00:00.000Z', until: '2026-01-30T16:00:00.000Z' }
  const given = { ...night, was: 'Ann', becomes: 'Bo' }
  expect(text({ moves: [given] })).toBe(
    'Robin (member) made a swap with Ann: Fri Jan 30, 1:00–7:00 AM from Ann to Bo',
  )
  expect(
    text({
      as: 'captain',
      what: 'swapApproved',
      moves: [given, { ...day, was: '', becomes: 'Ann' }],
    }),
  ).toBe(
    'Robin (captain) approved a swap of Ann: Fri Jan 30, 1:00–7:00 AM from Ann to Bo; Fri Jan 30, 7:00–11:00 AM from somebody to Ann',
  )
})

it('who could be asked for hours that cannot be covered is named', () => {
  const { slots } = shiftsPicture()
  const night = nightShift('s1', null, '29')
  const [all, none] = ['1'.repeat(slots.length), '0'.repeat(slots.length)]
  const last = slots.findIndex(({ at }) => at === night.until) - 1
  const answered = { answeredAt: night.from }
  const people = [
    shiftPerson('m1', 'Ann', { ...answered, free: all }),
    shiftPerson('m2', 'Bo', { ...answered, free: `${all.slice(0, last)}0${all.slice(last + 1)}` }),
    shiftPerson('m3', 'Cy', { free: none }),
    shiftPerson('m4', 'Di', { ...answered, free: none }),
    shiftPerson('m5', 'Ed', { free: none }),
  ]
  expect(notFreeText({ people, slots }, night)).toBe('Not free: Bo and Di.')
  expect(notFreeText({ people: people.slice(0, 1), slots }, night)).toBe('')
  expect(unansweredText({ people })).toBe('Not answered yet: Cy and Ed.')
  expect(unansweredText({ people: people.slice(0, 2) })).toBe('')
})

it('a shift is locked where a lock of the same member lies in it', () => {
  const mine = nightShift('s1', 'm1', '29')
  const shifts = [mine, nightShift('s2', 'm2', '29'), nightShift('s3', 'm1', '30')].map(
    ({ memberId, from, until }) => ({ memberId: memberId ?? '', from, until }),
  )
  const lock = { memberId: 'm1', from: '2026-01-29T07:00:00.000Z', until: mine.until }
  expect(withLocks(shifts, [lock]).map(({ isLocked }) => isLocked)).toEqual([true, false, false])
})
