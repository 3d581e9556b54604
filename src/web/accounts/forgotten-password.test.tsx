import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openScreen, type Replies } from '../../../tests/support/show.tsx'
import { accountsTexts } from './texts.ts'

const replies = {
  signInWays: { confirmNetIDs: 'off', mail: true, campus: null, passwords: 'on' },
  forgotPassword: { ok: true },
  resetPassword: { ok: true },
} satisfies Replies

it('whoever forgot their password asks from the login for a link, by their netID', async () => {
  const { user, written, path } = openScreen('/login', replies)
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
  const ask = await screen.findByRole('button', { name: 'Mail me a link' })
  expect(path()).toBe('/forgot-password')
  await user.click(ask)
  await screen.findByText(accountsTexts.fillIn)
  await user.type(screen.getByLabelText('NetID'), ' tb1 ')
  await user.click(ask)
  await screen.findByText(accountsTexts.resetSent)
  expect(written()).toEqual([{ name: 'forgotPassword', body: { netID: 'tb1' } }])
})

it('a new password is typed twice the same before the link is used', async () => {
  const { user, written } = openScreen('/reset-password#abc', replies)
  const [first, again] = [
    await screen.findByLabelText('New password'),
    await screen.findByLabelText('Confirm new password'),
  ]
  const send = screen.getByRole('button', { name: 'Set the new password' })
  await user.type(first, 'a new password')
  await user.type(again, 'another one')
  await user.click(send)
  await screen.findByText(accountsTexts.notTheSame)
  expect(written()).toEqual([])
  await user.clear(again)
  await user.type(again, 'a new password')
  await user.click(send)
  await screen.findByText(accountsTexts.passwordReset)
  const body = { token: 'abc', newPassword: 'a new password' }
  expect(written()).toEqual([{ name: 'resetPassword', body }])
})
