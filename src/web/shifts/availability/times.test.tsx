import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { shiftPerson, shiftsPicture } from '../../../../tests/support/shifts-picture.ts'
import { show } from '../../../../tests/support/show.tsx'
import { nobodyFree } from '../../../shared/shifts/free.ts'
import type { Availability, ShiftPerson } from '../../../shared/shifts/tent-shifts.ts'
import { forgetSeen } from '../../api/storage.ts'
import { useChange } from '../picture/use-change.tsx'
import { keepPainted } from './painted.ts'
import { Times } from './times.tsx'

const allFree: Availability = { ...nobodyFree, week: nobodyFree.week.replaceAll('0', '1') }

/** Ann's times, and a button by which they are saved elsewhere. */
function Both() {
  const [availability, setAvailability] = useState<Availability | null>(null)
  const saving = useChange('t1')
  const answeredAt = availability === null ? null : '2026-01-29T03:00:00.000Z'
  const person = shiftPerson('m1', 'Ann', { isMe: true, answeredAt, availability })
  return (
    <>
      <button type="button" onClick={() => setAvailability(allFree)}>
        Saved elsewhere
      </button>
      <Times picture={shiftsPicture()} person={person} saving={saving} />
    </>
  )
}

type AloneProps = { person: ShiftPerson; from?: string; onSaved?: () => void }

function Alone({ person, from = '2026-01-28', ...more }: AloneProps) {
  const saving = useChange('t1')
  return <Times picture={shiftsPicture({ from })} person={person} saving={saving} {...more} />
}

const cell = (name: string) => screen.getByRole('gridcell', { name: new RegExp(`^${name}`) })
const paint = (name: string) => {
  fireEvent.pointerDown(cell(name), { pointerId: 1, button: 0 })
  fireEvent.pointerUp(cell(name), { pointerId: 1 })
}
const signOf = (name: string) => cell(name).getAttribute('aria-label')?.split(', ').at(-1)

it('shows what is saved elsewhere meanwhile, where nothing is painted', async () => {
  const { user } = show(<Both />)
  await user.click(screen.getByText('Saved elsewhere'))
  expect(signOf('Wed 9:00–9:30 PM')).toBe('available')
})

it('keeps what is painted, and says that other times were saved, which can be shown', async () => {
  const { user } = show(<Both />)
  paint('Wed 9:00–9:30 PM')
  await user.click(screen.getByText('Saved elsewhere'))
  expect(signOf('Wed 9:00–9:30 PM')).toBe('available')
  expect(signOf('Thu 9:00–9:30 PM')).toBe('unavailable')
  screen.getByText(
    'Other times have been saved since. Save yours over them, or discard yours to see those.',
  )
  await user.click(screen.getByText('Discard mine, show what is saved'))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save my times' }))
  expect(signOf('Thu 9:00–9:30 PM')).toBe('available')
  expect(screen.queryByText('Discard mine, show what is saved')).toBeNull()
})

it('one’s own answer is nobody else’s, though one painted on while it was saved', async () => {
  const { user } = show(<Both />, { saveAvailability: { ok: true } })
  await user.click(screen.getByRole('button', { name: 'All available' }))
  await user.click(screen.getByRole('button', { name: 'Save my times' }))
  await screen.findByText('Your times are saved.')
  paint('Wed 9:00–9:30 PM')
  await user.click(screen.getByText('Saved elsewhere'))
  screen.getByText('Not saved yet.')
  expect(signOf('Wed 9:00–9:30 PM')).toBe('unavailable')
  expect(signOf('Thu 9:00–9:30 PM')).toBe('available')
})

/** Ann's times, and a button that leads to another screen and back. */
function Left({ person }: { person: ShiftPerson }) {
  const [isHere, setHere] = useState(true)
  const [isSaved, setSaved] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setHere(!isHere)}>
        Other screen
      </button>
      {isSaved && <p>It is saved.</p>}
      {isHere && <Alone person={person} onSaved={() => setSaved(true)} />}
    </>
  )
}

it('what is painted and not saved is still there after another screen, until it is discarded', async () => {
  const answered = { answeredAt: '2026-01-29T03:00:00.000Z', availability: nobodyFree }
  const { user } = show(<Left person={shiftPerson('m1', 'Ann', { isMe: true, ...answered })} />)
  const leaveAndReturn = async () => {
    await user.click(screen.getByText('Other screen'))
    expect(screen.queryByRole('grid')).toBeNull()
    await user.click(screen.getByText('Other screen'))
  }
  paint('Wed 9:00–9:30 PM')
  await leaveAndReturn()
  expect(signOf('Wed 9:00–9:30 PM')).toBe('available')
  screen.getByText('Not saved yet.')
  await user.click(screen.getByText('Discard mine, show what is saved'))
  expect(signOf('Wed 9:00–9:30 PM')).toBe('unavailable')
  await leaveAndReturn()
  expect(signOf('Wed 9:00–9:30 PM')).toBe('unavailable')
  expect(screen.queryByText('Not saved yet.')).toBeNull()
})

it.each([
  ['what was saved is not kept as unsaved', '', 'unavailable'],
  ['what was painted on is kept', 'Thu 9:00–9:30 PM', 'available'],
])('after another screen, to which one went before the answer came, %s', async (_, more, sign) => {
  let answer = () => {}
  const saving = new Promise<{ ok: true }>((resolve) => {
    answer = () => resolve({ ok: true })
  })
  const { user } = show(<Left person={shiftPerson('m1', 'Ann', { isMe: true })} />, {
    saveAvailability: () => saving,
  })
  paint('Wed 9:00–9:30 PM')
  await user.click(screen.getByRole('button', { name: 'Save my times' }))
  if (more !== '') paint(more)
  await user.click(screen.getByText('Other screen'))
  answer()
  await screen.findByText('It is saved.')
  await user.click(screen.getByText('Other screen'))
  expect(signOf('Wed 9:00–9:30 PM')).toBe(sign)
})

it('what is painted is gone after a sign-out', async () => {
  const { user } = show(<Left person={shiftPerson('m1', 'Ann', { isMe: true })} />)
  paint('Wed 9:00–9:30 PM')
  await user.click(screen.getByText('Other screen'))
  forgetSeen()
  await user.click(screen.getByText('Other screen'))
  expect(signOf('Wed 9:00–9:30 PM')).toBe('unavailable')
})

it('what was painted long ago is kept without the days that no answer keeps', () => {
  const answeredAt = '2026-01-10T03:00:00.000Z'
  const saved = { ...nobodyFree, exceptions: [{ date: '2026-01-08', free: '1'.repeat(48) }] }
  const answer = { ...nobodyFree, exceptions: [{ date: '2026-01-08', free: '2'.repeat(48) }] }
  keepPainted('t1 m1', { answer, base: { answeredAt: null, saved: nobodyFree } })
  show(<Alone person={shiftPerson('m1', 'Ann', { isMe: true, answeredAt, availability: saved })} />)
  expect(screen.queryByText(/^Other times have been saved since/)).toBeNull()
  expect(screen.queryByText('Discard mine, show what is saved')).toBeNull()
})

it('no single days are painted that no answer keeps', async () => {
  const { user } = show(
    <Alone person={shiftPerson('m1', 'Ann', { isMe: true })} from="2026-01-07" />,
  )
  await user.click(screen.getByRole('button', { name: 'Single days' }))
  const before = screen.getByRole('button', { name: 'The week before' })
  screen.getByText('Wed Jan 28 to Tue Feb 3')
  await user.click(before)
  expect(before.getAttribute('aria-disabled')).toBe('false')
  await user.click(before)
  screen.getByText('Wed Jan 14 to Tue Jan 20')
  expect(before.getAttribute('aria-disabled')).toBe('true')
})

it('says of nobody that they are unavailable who said otherwise of single days', async () => {
  const exceptions = [{ date: '2026-01-29', free: '1'.repeat(48) }]
  const answeredAt = '2026-01-29T03:00:00.000Z'
  const availability = { ...nobodyFree, exceptions }
  const calendar = shiftPerson('m1', 'Ann', { isMe: true, answeredAt, availability })
  const { user } = show(<Alone person={calendar} />)
  expect(screen.getByText(/only your single days count/)).toBeDefined()
  expect(screen.queryByText(/unavailable all week/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Single days' }))
  expect(screen.getByText('all day available', { exact: false })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'The week after' }))
  expect(screen.getByText(/unavailable all week/)).toBeDefined()
})
