import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openScreen, person } from '../../../tests/support/show.tsx'
import type { User } from '../../shared/accounts/contract.ts'
import { screens } from '../../shared/screens.ts'

const everyone = ['History', 'Policy', 'Calendar']

it.each<[string, User | null, string[]]>([
  ['a visitor', null, [...everyone, 'Sign In']],
  ['a tenter', person, [...everyone, 'Hi, Taylor']],
  ['somebody without a first name', { ...person, firstName: '' }, [...everyone, 'Hi, User']],
  ['a line monitor', { ...person, isLineMonitor: true }, [...everyone, 'Tent Check', 'Hi, Taylor']],
  [
    'a super user',
    { ...person, isSuperUser: true },
    [...everyone, 'Tent Check', 'LM Dashboard', 'Hi, Taylor'],
  ],
])('shows %s their links', async (_, user, names) => {
  openScreen('/history', {}, user)
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }))
  await waitFor(() =>
    expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(names),
  )
})

it('leads to the documents', async () => {
  openScreen('/history')
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }))
  for (const { path, title } of [screens.policy, screens.calendar]) {
    expect(menu.getByRole('link', { name: title }).getAttribute('href')).toBe(path)
  }
})

it('says which of its links is the screen that is shown', async () => {
  const { user } = openScreen('/history')
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }))
  const here = () => menu.getAllByRole('link', { current: 'page' }).map((one) => one.textContent)
  expect(here()).toEqual(['History'])
  await user.click(menu.getByRole('link', { name: 'Sign In' }))
  await waitFor(() => expect(here()).toEqual(['Sign In']))
})
