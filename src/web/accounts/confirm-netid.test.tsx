import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openScreen, person } from '../../../tests/support/show.tsx'

const verified = { ...person, sessionId: 's1' }

it('nobody is told to log in before it is known who is signed in', async () => {
  let answer = () => {}
  const held = new Promise<typeof verified>((resolve) => {
    answer = () => resolve(verified)
  })
  openScreen('/confirm#abc', { verifyToken: () => held }, person)
  await screen.findByRole('heading', { name: 'Confirm your netID' })
  expect(screen.queryByText(/^Log in with the netID/)).toBeNull()
  answer()
  await screen.findByRole('button', { name: 'Confirm that tb1 is mine' })
})

it('whoever is signed out is told to log in first', async () => {
  openScreen('/confirm#abc')
  await screen.findByText(/^Log in with the netID/)
})
