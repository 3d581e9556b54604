import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  openScreen,
  person,
  Refused,
  type Replies,
  unanswered,
} from '../../../tests/support/show.tsx'
import { accountsTexts } from './texts.ts'

const verified = { ...person, sessionId: 's1' }
const over = new Refused(403, 'This link is over.', 'linkOver')

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

it('whoever is signed out is told to log in first, or that the account is had by a new password', async () => {
  openScreen('/confirm#abc')
  await screen.findByText(/^Log in with the netID/)
  const link = screen.getByRole('link', { name: 'Choose a new password' })
  expect(link.getAttribute('href')).toBe('/forgot-password')
})

it.each<[boolean, string | RegExp]>([
  [true, /^It is confirmed that/],
  [false, over.error],
])('of a link that is over it is told whether it has confirmed: %s', async (isConfirmed, text) => {
  const replies: Replies = { confirm: unanswered }
  const { user, reply } = openScreen('/confirm#abc', replies, person)
  const confirm = await screen.findByRole('button', { name: 'Confirm that tb1 is mine' })
  await user.click(confirm)
  await screen.findByText(accountsTexts.linkUnanswered)
  reply({ confirm: over, verifyToken: { ...verified, isConfirmed } })
  await user.click(confirm)
  await screen.findByText(text)
})
