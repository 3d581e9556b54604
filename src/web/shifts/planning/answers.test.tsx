import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { shiftPerson, shiftsPicture } from '../../../../tests/support/shifts-picture.ts'
import { show } from '../../../../tests/support/show.tsx'
import { TentShifts } from '../tent-shifts.tsx'

function openAnswers(person: ReturnType<typeof shiftPerson>) {
  const getShifts = shiftsPicture({ people: [person] })
  return show(<TentShifts tentId="t1" isOwn />, { getShifts }, '/#planning')
}

it.each([
  [false, /^The times, the offers and the calendar address of Bo go\./],
  [
    true,
    /^The times, the offers and the calendar address of Bo go, and Bo is no deputy any more\./,
  ],
])(
  'a member (a deputy: %s) is unlinked once the planner has read what goes',
  async (isDeputy, goes) => {
    const { user, written, reply } = openAnswers(shiftPerson('m2', 'Bo', { isDeputy }))
    reply({ unlinkMember: { ok: true } })
    const ask = async () =>
      user.click(
        screen.getByRole('button', { name: 'Not their account: clear their times and unlink' }),
      )
    await user.click(await screen.findByRole('button', { name: 'Open Bo' }))
    await ask()
    screen.getByRole('heading', { name: 'Unlink the account of Bo?' })
    screen.getByText(goes)
    await user.click(screen.getByRole('button', { name: 'Keep it' }))
    expect(written()).toEqual([])
    await ask()
    await user.click(screen.getByRole('button', { name: 'Clear and unlink' }))
    await screen.findByText('Bo can be linked to an account again.')
    expect(written()).toMatchObject([{ name: 'unlinkMember' }])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open Bo' }))
  },
)

it('where somebody gets an account while their times are painted, it is said why they cannot be', async () => {
  const { user, reply, queryClient } = openAnswers(shiftPerson('m2', 'Bo', { hasAccount: false }))
  const said = 'Bo has an account now and answers themself.'
  await user.click(await screen.findByRole('button', { name: 'Open Bo' }))
  screen.getByRole('grid')
  reply({ getShifts: shiftsPicture({ people: [shiftPerson('m2', 'Bo')] }) })
  await queryClient.invalidateQueries()
  await screen.findByText(said)
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Close Bo' }))
  await user.click(screen.getByRole('button', { name: 'Open Bo' }))
  expect(screen.queryByText(said)).toBeNull()
})
