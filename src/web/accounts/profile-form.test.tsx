import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  mute,
  person,
  Refused,
  type Replies,
  show,
  unanswered,
} from '../../../tests/support/show.tsx'
import { ProfileForm } from './profile-form.tsx'

const done: Replies = {
  updateEmail: ({ email }) => ({ email }),
  updatePassword: { ok: true },
  listSessions: [],
}

function openForm(replies: Replies = {}) {
  const opened = show(<ProfileForm user={person} />, { ...done, ...replies })
  const { user } = opened
  async function type(label: string, text: string): Promise<void> {
    const field = await screen.findByLabelText(label)
    await user.clear(field)
    if (text !== '') await user.type(field, text)
  }
  return {
    ...opened,
    async update(email: string, password: string, confirmed = password): Promise<void> {
      await type('New email', email)
      await type('New password', password)
      await type('Confirm new password', confirmed)
      await type('Current password', 'the one of before')
      await user.click(screen.getByRole('button', { name: 'Update profile' }))
    },
  }
}

const said = (text: string) =>
  waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text))

describe('the form for one’s e-mail and password', () => {
  it.each([
    ['e-mail alone', 'new@duke.edu', '', ['updateEmail']],
    ['password alone', '', 'second password', ['updatePassword']],
    ['both', 'new@duke.edu', 'third password', ['updatePassword', 'updateEmail']],
  ])('updates %s', async (_, email, password, names) => {
    const { update, written } = openForm()
    await update(email, password)
    await said('Profile updated successfully!')
    expect(written().map(({ name }) => name)).toEqual(names)
    expect(screen.getByLabelText<HTMLInputElement>('New email').value).toBe('')
  })

  it.each([
    ['says that the password is new', 'fifth password', ['Profile updated successfully!']],
    ['says nothing else', '', []],
  ])('beside a link that is on its way %s', async (_, password, others) => {
    const { update } = openForm({ updateEmail: { email: 'tb1@duke.edu', pending: 'new@duke.edu' } })
    await update('new@duke.edu', password)
    await screen.findByText(/^A link is on its way to new@duke.edu/)
    const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)
    await waitFor(() =>
      expect(alerts()).toEqual([expect.stringContaining('A link is on its way'), ...others]),
    )
  })

  it('of both changes the password first, which would end the link to a new address', async () => {
    const { update, written } = openForm()
    await update('new@duke.edu', 'third password')
    await said('Profile updated successfully!')
    expect(written().map(({ body }) => body)).toEqual([
      { newPassword: 'third password', currentPassword: 'the one of before' },
      { email: 'new@duke.edu', currentPassword: 'third password' },
    ])
  })

  it('sends a current password only where one is given; the server says whether it is needed', async () => {
    const words = 'Enter your current password.'
    const { user, written } = openForm({ updateEmail: new Refused(403, words) })
    await user.type(await screen.findByLabelText('New email'), 'new@duke.edu')
    await user.click(screen.getByRole('button', { name: 'Update profile' }))
    await said(words)
    expect(written().map(({ body }) => body)).toEqual([{ email: 'new@duke.edu' }])
    await user.type(screen.getByLabelText('Current password'), 'the one of before')
    await user.click(screen.getByRole('button', { name: 'Update profile' }))
    await waitFor(() => expect(written()).toHaveLength(2))
    expect(written()[1]?.body).toEqual({
      email: 'new@duke.edu',
      currentPassword: 'the one of before',
    })
  })

  it('says that the passwords differ, anew each time, and sends nothing', async () => {
    const { update, user, written } = openForm()
    await update('', 'first password', 'another one')
    await said('Passwords do not match.')
    const first = screen.getByRole('alert')
    await user.click(screen.getByRole('button', { name: 'Update profile' }))
    // A message of its own, which is read out again.
    await waitFor(() => expect(first.isConnected).toBe(false))
    await said('Passwords do not match.')
    expect(written()).toEqual([])
  })

  it.each<[string, string, Replies, string]>([
    ['x@duke.edu', '', { updateEmail: mute }, 'Failed to update email.'],
    ['', 'fourth password', { updatePassword: mute }, 'Failed to update password.'],
    ['', 'fourth password', { updatePassword: unanswered }, 'An unexpected error occurred.'],
    ['x@duke.edu', '', { updateEmail: new Refused(400, 'Not an address.') }, 'Not an address.'],
  ])('says what went wrong (%s %s)', async (email, password, replies, text) => {
    const { update } = openForm(replies)
    await update(email, password)
    await said(text)
  })

  it('says that the password is changed where the e-mail is refused, and does not send it again', async () => {
    const { update, user, reply, called } = openForm({ updateEmail: mute })
    await update('x@duke.edu', 'fourth password')
    await said('Your password is changed. Failed to update email.')
    reply(done)
    await user.click(screen.getByRole('button', { name: 'Update profile' }))
    await said('Profile updated successfully!')
    const names = called.map(({ name }) => name)
    expect(names.filter((name) => name === 'updatePassword')).toHaveLength(1)
  })

  it('takes its message away after 3 s', async () => {
    const { update } = openForm()
    await update('', 'one', 'another')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const button = screen.getByRole('button', { name: 'Update profile' })
    await act(async () => button.click())
    expect(screen.getByRole('alert').textContent).toBe('Passwords do not match.')
    await act(() => vi.advanceTimersByTimeAsync(2999))
    expect(screen.queryByRole('alert')).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
