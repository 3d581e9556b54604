import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { shiftPerson, shiftsPicture } from '../../../../tests/support/shifts-picture.ts'
import { show } from '../../../../tests/support/show.tsx'
import { bounceMs } from '../../ui/use-settled.ts'
import { TentShifts } from '../tent-shifts.tsx'

it('once another name is gone, a finger says who one is a second later', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const me = { memberId: null, suggested: null, as: 'member', canPlan: false } as const
  const pictureOf = (...linked: string[]) =>
    shiftsPicture({
      me,
      people: ['Bo', 'Cy', 'Di'].map((name) =>
        shiftPerson(name, name, { hasAccount: linked.includes(name) }),
      ),
    })
  const { user, reply, queryClient, written } = show(<TentShifts tentId="t1" isOwn />, {
    getShifts: pictureOf(),
    linkMember: { ok: true },
  })
  const bo = await screen.findByRole('button', { name: 'I am Bo' })
  reply({ getShifts: pictureOf('Bo') })
  await queryClient.invalidateQueries()
  await waitFor(() => expect(bo.isConnected).toBe(false))
  const cy = screen.getByRole('button', { name: 'I am Cy' })
  await user.click(cy)
  expect(written()).toEqual([])
  vi.advanceTimersByTime(bounceMs + 1)
  await user.click(cy)
  await screen.findByText('You are Cy.')
})
