import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { shiftsPicture } from '../../../tests/support/shifts-picture.ts'
import { openScreen, person } from '../../../tests/support/show.tsx'
import { publicForm } from '../../shared/tents/views.ts'

const listed = (id: string, name: string) =>
  publicForm({ id, order: id, name, type: '' } as Parameters<typeof publicForm>[0])
const captained = (id: string, name: string) => ({
  ...listed(id, name),
  isCaptain: true as const,
})
const others = [listed('t8', 'Bees'), listed('t9', 'Cats')]

it('shifts open the tent whose captain one is, though one is none of its members', async () => {
  openScreen(
    '/shifts',
    { listTents: [...others, captained('t1', 'Ice')], getShifts: shiftsPicture() },
    person,
  )
  await screen.findByRole('heading', { name: 'Shifts of Ice' })
  await screen.findByRole('link', { name: 'Planning' })
  expect(screen.queryByLabelText('Which of your tents?')).toBeNull()
})

it('shifts of several tents of one’s own are chosen from', async () => {
  const own = { ...listed('t1', 'Ice'), seenBy: [] }
  const second = { ...listed('t6', 'Elks'), isMember: true as const }
  const listTents = [captained('t7', 'Owls'), own, second, ...others]
  const { user } = openScreen('/shifts', { listTents, getShifts: shiftsPicture() }, person)
  await screen.findByRole('heading', { name: 'Shifts of Ice' })
  await user.selectOptions(screen.getByLabelText('Which of your tents?'), 't7 Owls')
  await screen.findByRole('heading', { name: 'Shifts of Owls' })
  await user.selectOptions(screen.getByLabelText('Which of your tents?'), 't6 Elks')
  await screen.findByRole('heading', { name: 'Shifts of Elks' })
  expect(screen.queryByText('Bees', { exact: false })).toBeNull()
})

it('a super user says which member of their own tent they are, and of no other', async () => {
  const own = { ...listed('t1', 'Ice'), seenBy: [] }
  const me = { memberId: null, suggested: 'm3', as: 'superUser', canPlan: true } as const
  const { user, written } = openScreen(
    '/shifts',
    { listTents: [own, ...others], getShifts: shiftsPicture({ me }), linkMember: { ok: true } },
    { ...person, isSuperUser: true },
  )
  await user.click(await screen.findByRole('button', { name: /^I am Cy/ }))
  expect(written()).toContainEqual({ name: 'linkMember', body: { memberId: 'm3' } })
  await user.selectOptions(screen.getByLabelText('Which tent do you help?'), 't8 Bees')
  await screen.findByRole('link', { name: 'Planning' })
  expect(screen.queryByText('Which of these are you?')).toBeNull()
})

it('shifts of no tent say what to do', async () => {
  openScreen('/shifts', { listTents: others }, person)
  await screen.findByText('Shifts are planned by tent, and you are not in one yet.')
})

it('shifts of an empty roster say so to a super user', async () => {
  openScreen('/shifts', { listTents: [] }, { ...person, isSuperUser: true })
  await screen.findByText('There are no tents yet. Add them on the dashboard first.')
  expect(screen.queryByLabelText('Which tent do you help?')).toBeNull()
})

it('the profile leads to the shifts of a tent whose captain one is', async () => {
  const listTents = [...others, captained('t1', 'Ice')]
  openScreen('/profile', { me: person, listTents, getShifts: shiftsPicture() }, person)
  expect(
    (await screen.findByRole('link', { name: 'All shifts of your tent' })).getAttribute('href'),
  ).toBe('/shifts')
})
