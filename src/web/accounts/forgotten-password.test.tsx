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

const over = new Refused(403, 'This link is over.', 'linkOver')

async function setPassword({ user }: ReturnType<typeof openScreen>): Promise<void> {
  for (const label of ['New password', 'Confirm new password']) {
    await user.clear(await screen.findByLabelText(label))
    await user.type(screen.getByLabelText(label), 'a new password')
  }
  await user.click(screen.getByRole('button', { name: 'Set the new password' }))
}

it('a link that is over after an attempt without an answer may have set the password', async () => {
  const opened = openScreen('/reset-password#abc', { ...replies, resetPassword: unanswered })
  await setPassword(opened)
  await screen.findByText(accountsTexts.linkUnanswered)
  opened.reply({ resetPassword: over })
  await setPassword(opened)
  await screen.findByText('It may be set already: try to log in with it.')
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
})

it('a link that is over from the first says only that', async () => {
  const opened = openScreen('/reset-password#abc', { ...replies, resetPassword: over })
  await setPassword(opened)
  await screen.findByText(over.error)
  await setPassword(opened)
  await screen.findByText(over.error)
})

it('so may a link to a new address, which the profile shows', async () => {
  const { user, reply } = openScreen('/confirm-email#abc', { confirmEmail: unanswered }, person)
  const confirm = await screen.findByRole('button', { name: 'Use this address' })
  await user.click(confirm)
  await screen.findByText(accountsTexts.linkUnanswered)
  reply({ confirmEmail: over })
  await user.click(confirm)
  await screen.findByText('It may be your address already: your profile shows it.')
  const profile = screen.getByRole('link', { name: 'See your profile' })
  expect(profile.getAttribute('href')).toBe('/profile')
})
