import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  draftOf,
  nightShift,
  shiftPerson,
  shiftsPicture,
} from '../../../../tests/support/shifts-picture.ts'
import { show } from '../../../../tests/support/show.tsx'
import type { Draft, Logged, TentShifts as Picture } from '../../../shared/shifts/tent-shifts.ts'
import { bounceMs } from '../../ui/use-settled.ts'
import { TentShifts } from '../tent-shifts.tsx'

const people = ['Ann', 'Bo', 'Cy'].map((name, place) => shiftPerson(`m${place + 1}`, name))
const draft = draftOf([])

function openPlanning(more: Partial<Picture>) {
  const getShifts = shiftsPicture({ people, ...more })
  return show(<TentShifts tentId="t1" isOwn />, { getShifts }, '/#planning')
}

it('a draft of other days is published by a finger only a second after it came', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { user, reply, queryClient, written } = openPlanning({ draft })
  await screen.findByRole('heading', { name: /^The draft: Wed Jan 28/ })
  const other = draftOf([], { from: '2026-02-01' })
  reply({ getShifts: shiftsPicture({ people, draft: other }), publishShifts: { ok: true } })
  await queryClient.invalidateQueries()
  await screen.findByRole('heading', { name: /^The draft: Sun Feb 1/ })
  const publish = screen.getByRole('button', { name: 'Publish' })
  await user.click(publish)
  expect(written()).toEqual([])
  vi.advanceTimersByTime(bounceMs + 1)
  await user.click(publish)
  await waitFor(() => expect(written()).toMatchObject([{ name: 'publishShifts' }]))
})

it.each([
  ['none of its days', { from: '2026-02-04', days: 7 }, true, false],
  ['some of its days', { from: '2026-02-01', days: 7 }, true, true],
  ['all of its days', { from: '2026-01-29', days: 3 }, false, true],
  ['as many of its days as can be shown', { from: '2026-01-25', days: 21 }, false, true],
])('of a draft with %s in sight', async (_, days, isOffered, isShown) => {
  openPlanning({ days: days.days === 21 ? 14 : 7, draft: draftOf([], days) })
  await screen.findByRole('heading', { name: /^The draft: / })
  expect(screen.queryAllByRole('button', { name: 'Show its days' })).toHaveLength(isOffered ? 1 : 0)
  expect(screen.queryAllByRole('table')).toHaveLength(isShown ? 1 : 0)
})

const spanOf = (day: string) => {
  const { from, until } = nightShift('', null, day)
  return { from, until }
}
const [night, next] = [spanOf('29'), spanOf('30')]
const swap = (at: string, ...moves: Logged['moves']): Logged => ({
  at: `2026-01-29T03:${at}:00.000Z`,
  by: 'Bo',
  as: 'member',
  what: 'swapTaken',
  who: 'Ann',
  moves,
})
const planned: Logged = { ...swap('00'), as: 'captain', what: 'planned', who: '' }
const toBo = { ...night, was: 'Ann', becomes: 'Bo' }
const toAnn = { ...next, was: 'Bo', becomes: 'Ann' }
const [ann, bo] = [
  { ...night, memberId: 'm1' },
  { ...night, memberId: 'm2' },
]
const later = { ...next, memberId: 'm1' }

it.each<[string, Partial<Draft>, Logged[], string | null]>([
  [
    'a swap',
    { removed: [bo] },
    [swap('20', toBo)],
    '1 swap made since this draft: Bo: Thu Jan 29, 1:00–7:00 AM.',
  ],
  [
    'an exchange',
    { removed: [bo, later] },
    [swap('20', toBo, toAnn)],
    '1 swap made since this draft: Bo: Thu Jan 29, 1:00–7:00 AM; Ann: Fri Jan 30, 1:00–7:00 AM.',
  ],
  [
    'two swaps, one of them while a better plan was looked for',
    { removed: [bo, later] },
    [swap('20', toBo), swap('05', toAnn), planned],
    '2 swaps made since this draft: Bo: Thu Jan 29, 1:00–7:00 AM; Ann: Fri Jan 30, 1:00–7:00 AM.',
  ],
  ['a swap that the draft knew', { removed: [bo] }, [planned, swap('00', toBo)], null],
  [
    'a swap back',
    { removed: [] },
    [swap('30', { ...toBo, was: 'Bo', becomes: 'Ann' }), swap('20', toBo)],
    null,
  ],
  [
    'a swap to whom the draft has there too',
    { shifts: [bo], removed: [bo] },
    [swap('20', toBo)],
    null,
  ],
])('%s: says what publishing undoes', async (_, more, log, undone) => {
  openPlanning({ draft: draftOf([ann], more), log })
  await screen.findByRole('heading', { name: /^The draft: / })
  const said = screen.queryByText(/^Publishing undoes/)?.textContent ?? null
  expect(said).toBe(undone && `Publishing undoes ${undone}`)
})
