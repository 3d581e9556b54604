import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { givenAway, nightShift, shiftsPicture } from '../../../../tests/support/shifts-picture.ts'
import { show } from '../../../../tests/support/show.tsx'
import { bounceMs } from '../../ui/use-settled.ts'
import { TentShifts } from '../tent-shifts.tsx'

it.each([
  ['Take it', 'takeSwap'],
  ['Approve', 'approveSwap'],
  ['Decline', 'approveSwap'],
  ['Withdraw it for Bo', 'withdrawSwap'],
])(
  'once the offers have changed, a finger’s “%s” counts a second later, a key’s at once',
  async (name, call) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const offers = ['w1', 'w2', 'w3'].map((id, place) =>
      givenAway(nightShift(`s${id}`, 'm2', `${29 + place}`), { id, state: 'waits' }),
    )
    const { user, reply, queryClient, written } = show(
      <TentShifts tentId="t1" isOwn />,
      {
        getShifts: shiftsPicture({ swaps: offers }),
        takeSwap: { ok: true, waits: false },
        approveSwap: { ok: true },
        withdrawSwap: { ok: true },
      },
      '/#swaps',
    )
    const left = async (count: number) => {
      await queryClient.invalidateQueries()
      await waitFor(() => expect(screen.getAllByRole('button', { name })).toHaveLength(count))
      return screen.getAllByRole('button', { name })[0] ?? document.body
    }
    const calls = () => written().map((one) => one.name)
    await screen.findAllByRole('button', { name })
    reply({ getShifts: shiftsPicture({ swaps: offers.slice(1) }) })
    const button = await left(2)
    await user.click(button)
    expect(calls()).toEqual([])
    vi.advanceTimersByTime(bounceMs + 1)
    await user.click(button)
    await waitFor(() => expect(calls()).toEqual([call]))
    reply({ getShifts: shiftsPicture({ swaps: offers.slice(2) }) })
    const last = await left(1)
    await waitFor(() => expect(last.getAttribute('aria-busy')).toBeNull())
    last.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(calls()).toEqual([call, call]))
  },
)

it.each([
  ['an offer to everyone that one cannot take', {}, 1],
  ['one that one can take', { canTake: true }, 0],
  ['one’s own', { isMine: true, by: 'm1' }, 0],
  ['one that somebody has taken', { state: 'waits', takenBy: 'm3' }, 0],
  ['one to somebody else', { to: 'm3' }, 0],
] as const)('of %s the reader learns why: %j, %i', async (_, more, count) => {
  const offer = givenAway(nightShift('s1', 'm2', '29'), { canTake: false, ...more })
  show(
    <TentShifts tentId="t1" isOwn />,
    { getShifts: shiftsPicture({ swaps: [offer] }) },
    '/#swaps',
  )
  await screen.findByText(/Thu Jan 29, 1:00–7:00 AM/)
  expect(screen.queryAllByText(/^You cannot take it: you are on shift then/)).toHaveLength(count)
})
