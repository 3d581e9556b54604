// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { it } from 'vitest'
import { openScreen, person, unanswered } from '../../../tests/support/show.tsx'

it('the profile says that the person or their tent could not be loaded', async () => {
  openScreen('/profile', { me: unanswered, listTents: unanswered }, person)
  await screen.findByRole('heading', { name: 'Hi, Taylor' })
  await screen.findByText('Failed to load profile.')
  await screen.findByText('Failed to load tent data.')
})

it('the profile says that nobody’s tent has one’s netID', async () => {
  openScreen('/profile', { me: person, listTents: [] }, person)
  await screen.findByText('We couldn’t find a tent associated with your netID.')
})
