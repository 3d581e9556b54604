import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openScreen, person } from '../../../tests/support/show.tsx'
import { tokenKey } from '../api/storage.ts'

it('skips to the content without a change of the address, where a link’s token may stand', async () => {
  openScreen('/reset-password#t0ken')
  const skip = await screen.findByRole('link', { name: 'Skip to the content' })
  // Prevented: the browser does nothing of its own.
  expect(fireEvent.click(skip)).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

it('begins a screen of one’s own anew for whoever signs in in another tab', async () => {
  const replies = { me: person, listTents: [] }
  const { user, reply } = openScreen('/profile', replies, person)
  const field = () => screen.getByLabelText<HTMLInputElement>('New email')
  await screen.findByText('We couldn’t find a tent associated with your netID.')
  await user.type(field(), 'taylor@duke.edu')
  const other = { ...person, netID: 'ob2', firstName: 'Olu' }
  reply({ me: other, verifyToken: { ...other, sessionId: 's2' } })
  await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: tokenKey })))
  await screen.findByRole('heading', { name: 'Hi, Olu' })
  expect(field().value).toBe('')
})
