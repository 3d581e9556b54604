import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { mute, openScreen, person, Refused, unanswered } from '../../../tests/support/show.tsx'
import { tokenKey } from '../api/storage.ts'

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const button = (name: string) => screen.findByRole('button', { name })
const alert = async () => (await screen.findByRole('alert')).textContent

const wrong = new Refused(401, 'The netID or the password is not right.', 'wrongCredentials')

async function openRegistration(replies = {}) {
  const opened = openScreen('/login', replies)
  await opened.user.click(await button('Register here'))
  for (const [label, text] of [
    ['NetID', ' al21 '],
    ['First name', 'Ann'],
    ['Last name', 'Lee'],
    ['Email', 'ann@duke.edu'],
    ['Password', 'gloves at 2 am'],
    ['Confirm password', 'gloves at 2 am'],
  ] as const) {
    await opened.user.type(await field(label), text)
  }
  return opened
}

describe('the login', () => {
  it.each([
    { login: wrong, text: wrong.error },
    { login: mute, text: 'An error occurred. Please try again.' },
    { login: unanswered, text: 'An unexpected error occurred. Please try again later.' },
  ])('says what went wrong, in the server’s words where it has some', async ({ login, text }) => {
    const { user, token } = openScreen('/login', { login })
    await user.type(await field('NetID'), 'someone')
    await user.type(await field('Password'), 'wrong password')
    await user.click(await button('Login'))
    expect(await alert()).toBe(text)
    expect(token()).toBeNull()
  })

  it('keeps the token, and goes to the profile', async () => {
    const replies = { login: { ...person, token: 'a new token' }, me: person, listTents: [] }
    const { user, token, path } = openScreen('/login', {
      ...replies,
      verifyToken: { ...person, sessionId: 's1' },
    })
    await user.type(await field('NetID'), 'tb1')
    await user.type(await field('Password'), 'gloves at 2 am')
    await user.click(await button('Login'))
    await screen.findByRole('heading', { name: 'Hi, Taylor' })
    expect([path(), token()]).toEqual(['/profile', 'a new token'])
  })

  it('loses form and message where one registers instead, and the other way round', async () => {
    const { user } = openScreen('/login', { login: wrong })
    await user.type(await field('NetID'), 'someone')
    await user.type(await field('Password'), 'wrong password')
    await user.click(await button('Login'))
    await alert()
    await user.click(await button('Register here'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect((await field('NetID')).value).toBe('')
    await user.type(await field('NetID'), 'someone')
    await user.click(await button('Log in here'))
    expect((await field('NetID')).value).toBe('')
  })

  it('takes its message away after 5 s', async () => {
    const { user } = openScreen('/login', { login: wrong })
    await user.type(await field('NetID'), 'someone')
    await user.type(await field('Password'), 'wrong password')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const login = screen.getByRole('button', { name: 'Login' })
    await act(async () => login.click())
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByRole('alert').textContent).toBe(wrong.error)
    await act(() => vi.advanceTimersByTimeAsync(4999))
    expect(screen.queryByRole('alert')).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('needs every field, and so does the registration', async () => {
    const { user, written } = openScreen('/login')
    const isMissing = async (label: string) => (await field(label)).validity.valueMissing
    await user.click(await button('Login'))
    for (const label of ['NetID', 'Password']) expect(await isMissing(label)).toBe(true)
    await user.click(await button('Register here'))
    await user.click(await button('Register'))
    const fields = ['NetID', 'First name', 'Last name', 'Email', 'Password', 'Confirm password']
    for (const label of fields) expect([label, await isMissing(label)]).toEqual([label, true])
    expect(written()).toEqual([])
  })

  it('leads back to what was asked for', async () => {
    const monitor = { ...person, isLineMonitor: true }
    const login = { ...monitor, token: 'a token' }
    const { user, path } = openScreen('/checks', { login })
    await user.type(await field('NetID'), 'tb1')
    expect(path()).toBe('/login')
    await user.type(await field('Password'), 'gloves at 2 am')
    await user.click(await button('Login'))
    await waitFor(() => expect(path()).toBe('/checks'))
  })

  it('leads back to where a session was ended elsewhere', async () => {
    const { user, path, reply } = openScreen('/checks', {}, person)
    await screen.findByRole('link', { name: 'Hi, Taylor' })
    reply({
      verifyToken: new Refused(401, 'Please log in.', 'notSignedIn'),
      login: { ...person, isLineMonitor: true, token: 'a token' },
    })
    await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: tokenKey })))
    await user.type(await field('NetID'), 'tb1')
    expect(path()).toBe('/login')
    await user.type(await field('Password'), 'gloves at 2 am')
    await user.click(await button('Login'))
    await waitFor(() => expect(path()).toBe('/checks'))
  })

  it.each([
    ['has logged out', { ok: true as const }],
    ['logged out and heard nothing of it', unanswered],
  ])('does not lead back to where somebody %s', async (_, logout) => {
    const { user, path, reply } = openScreen('/checks', { logout }, person)
    await user.click(await button('Logout'))
    reply({
      verifyToken: new Refused(401, 'Please log in.', 'notSignedIn'),
      login: { ...person, token: 'a token' },
    })
    await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: tokenKey })))
    await user.type(await field('NetID'), 'tb1')
    await user.type(await field('Password'), 'gloves at 2 am')
    await user.click(await button('Login'))
    await waitFor(() => expect(path()).toBe('/profile'))
  })

  it('offers to sign out whoever is signed in already', async () => {
    const { user, token } = openScreen('/login', { logout: { ok: true } }, person)
    await screen.findByText(/^You are signed in as/)
    const [inBar, inPage] = await screen.findAllByRole('button', { name: 'Logout' })
    await user.click(inPage ?? inBar ?? document.body)
    await waitFor(() => expect(screen.queryByText(/^You are signed in as/)).toBeNull())
    expect(token()).toBeNull()
  })
})

describe('the registration', () => {
  it('sends what was typed, and goes on to the login', async () => {
    const { user, written } = await openRegistration({ register: { ok: true } })
    await user.click(await button('Register'))
    expect(await alert()).toBe('Registration successful! Please log in.')
    await screen.findByRole('heading', { name: 'Login' })
    const body = {
      netID: 'al21',
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@duke.edu',
      password: 'gloves at 2 am',
    }
    expect(written()).toEqual([{ name: 'register', body }])
  })

  it('sends nothing where the passwords differ, and says so', async () => {
    const { user, written } = await openRegistration()
    await user.type(await field('Confirm password'), '!')
    await user.click(await button('Register'))
    expect(await alert()).toBe('Passwords do not match')
    expect(written()).toEqual([])
  })

  it('tells everything that is wrong at once, beside each field', async () => {
    const { user, written } = openScreen('/login')
    await user.click(await button('Register here'))
    await user.type(await field('NetID'), 'a b')
    await user.type(await field('Email'), 'nowhere')
    await user.click(await button('Register'))
    for (const [label, text] of [
      ['NetID', 'A netID has 1 to 32 letters and digits.'],
      ['First name', 'Please fill this in.'],
      ['Last name', 'Please fill this in.'],
      ['Email', 'Please enter a valid e-mail address.'],
      ['Password', 'Please fill this in.'],
      ['Confirm password', 'Please fill this in.'],
    ] as const) {
      const described = (await field(label)).getAttribute('aria-describedby') ?? ''
      const said = described.split(' ').map((id) => document.getElementById(id)?.textContent)
      expect([label, said]).toEqual([label, expect.arrayContaining([text])])
    }
    expect(written()).toEqual([])
  })

  it('says beside each field what the server refused, and goes to the first of them', async () => {
    const taken = new Refused(409, 'That netID is taken.', 'netIDTaken')
    const fields = { netID: 'netIDTaken', email: 'emailTaken' }
    const { user } = await openRegistration({ register: Object.assign(taken, { fields }) })
    await user.click(await button('Register'))
    expect(await alert()).toBe('That netID is taken.')
    expect(screen.getAllByText('Taken already.')).toHaveLength(2)
    for (const label of ['NetID', 'Email']) {
      expect((await field(label)).getAttribute('aria-invalid')).toBe('true')
    }
    expect(document.activeElement).toBe(await field('NetID'))
  })

  it.each([
    [new Refused(409, 'That netID is taken.', 'netIDTaken'), 'That netID is taken.'],
    [unanswered, 'An unexpected error occurred. Please try again later.'],
  ] as const)('says what went wrong, and keeps what was typed', async (register, text) => {
    const { user } = await openRegistration({ register })
    await user.click(await button('Register'))
    expect(await alert()).toBe(text)
    expect((await field('Email')).value).toBe('ann@duke.edu')
  })
})
