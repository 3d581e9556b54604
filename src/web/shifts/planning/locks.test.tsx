import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { nightShift, shiftsPicture } from '../../../../tests/support/shifts-picture.ts'
import { show } from '../../../../tests/support/show.tsx'
import { Locks } from './locks.tsx'

const { id: _, arrivedAt: __, ...night } = nightShift('s1', 'm1', '29')
const lock = { ...night, memberId: 'm1' }

async function openLocks(now: string, locks = [lock]) {
  const view = show(<Locks picture={shiftsPicture({ now })} locks={locks} />, {
    saveLocks: { ok: true },
  })
  await view.user.click(screen.getByText(/^Locked shifts/))
  const optionsOf = (label: string) =>
    within(screen.getByLabelText(label))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  return { ...view, optionsOf }
}

it('a lock begins in a half hour that is not over', async () => {
  const { optionsOf } = await openLocks('2026-01-29T03:10:00.000Z')
  expect(optionsOf('Day')[0]).toBe('Wed Jan 28')
  expect(optionsOf('From')).toEqual(['10:00 PM', '10:30 PM', '11:00 PM', '11:30 PM'])
})

it('days that are over are not offered, and of them alone nothing can be locked', async () => {
  const { optionsOf, unmount } = await openLocks('2026-01-29T05:00:00.000Z')
  expect(optionsOf('Day')).toHaveLength(6)
  unmount()
  await openLocks('2026-02-04T05:00:00.000Z')
  expect(screen.queryByRole('form', { name: 'Lock a shift' })).toBeNull()
  screen.getByText('The days shown are over. Choose later ones above to lock a shift.')
})

it('says what was locked and what was unlocked', async () => {
  const { user } = await openLocks('2026-01-29T03:10:00.000Z')
  await user.click(screen.getByRole('button', { name: /^Unlock Ann: / }))
  await screen.findByText('Unlocked: Ann: Thu Jan 29, 1:00–7:00 AM.')
  await user.click(screen.getByRole('button', { name: 'Lock' }))
  await screen.findByText('Locked: Bo: Wed Jan 28, 10:00–11:00 PM.')
})
