import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { seasonIn } from '../../../tests/support/season-in.ts'
import { openScreen, person, Refused, type Replies } from '../../../tests/support/show.tsx'
import { campusProblems } from '../../shared/campus/problems.ts'
import { easternZone } from '../../shared/eastern-time.ts'
import { refusals } from '../../shared/refusals.ts'
import { keepAddress } from '../accounts/asked-for.ts'
import { campusTexts } from '../campus/texts.ts'

const replies = {
  signInWays: { confirmNetIDs: 'off', mail: false, campus: 'Sign in with Duke', passwords: 'on' },
  verifyToken: { ...person, sessionId: 's1' },
  login: { ...person, token: 'a token' },
} satisfies Replies

beforeEach(() => keepAddress(null))
afterEach(() => vi.unstubAllGlobals())

/** Somebody signed out opens this address, and leaves for the campus from the login. */
async function leaveFrom(path: string): Promise<void> {
  const { user, unmount } = openScreen(path, replies)
  // What would leave this page.
  document.addEventListener('click', (event) => event.preventDefault(), { once: true })
  await user.click(await screen.findByRole('link', { name: 'Sign in with Duke' }))
  unmount()
}

it('what a link to an account fails with goes after 5 s, as all messages there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const linkCampus = new Refused(401, 'That is not its password.')
  const { user } = openScreen('/login#link=abc', { ...replies, linkCampus })
  await user.type(await screen.findByLabelText('Password of that account'), 'gloves at 2 am')
  await user.click(screen.getByRole('button', { name: 'This is my account' }))
  await screen.findByText('That is not its password.')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.queryByText('That is not its password.')).toBeNull()
})

it('who links an account by its password is signed in to it', async () => {
  const linkCampus = { ...person, token: 'its token' }
  const { user, path, token } = openScreen('/login#link=abc', { ...replies, linkCampus })
  await user.type(await screen.findByLabelText('Password of that account'), 'gloves at 2 am')
  await user.click(screen.getByRole('button', { name: 'This is my account' }))
  await waitFor(() => expect([path(), token()]).toEqual(['/profile', 'its token']))
})

it('whose link to an account is over is led back to the campus, and told so', async () => {
  const [status, words] = refusals.linkOver
  const linkCampus = new Refused(status, words, 'linkOver')
  const { user } = openScreen('/login#link=abc', { ...replies, linkCampus })
  await user.type(await screen.findByLabelText('Password of that account'), 'gloves at 2 am')
  await user.click(screen.getByRole('button', { name: 'This is my account' }))
  await screen.findByRole('link', { name: 'Sign in with Duke' })
  screen.getByText(words)
  expect(screen.queryByLabelText('Password of that account')).toBeNull()
})

it('who does not know the password of their account can ask for another one, or log in another way', async () => {
  const { user } = openScreen('/login#link=abc', replies)
  const forgot = await screen.findByRole('link', { name: 'Forgot your password?' })
  expect(forgot.getAttribute('href')).toBe('/forgot-password')
  await user.click(screen.getByRole('button', { name: 'Log in another way' }))
  screen.getByLabelText('NetID')
  screen.getByRole('heading', { name: 'Login' })
  expect(screen.queryByLabelText('Password of that account')).toBeNull()
})

it('who leaves the form of the campus where passwords are closed goes on at the heading', async () => {
  const ways = { ...replies.signInWays, passwords: 'superusers' as const }
  const { user, queryClient } = openScreen('/login#link=abc', { ...replies, signInWays: ways })
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await user.click(await screen.findByRole('button', { name: 'Log in another way' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Login' }))
})

it('where passwords let in super users alone, nobody registers, and others are told where to sign in', async () => {
  const ways = { ...replies.signInWays, passwords: 'superusers' as const }
  const [status, words] = refusals.passwordClosed
  const login = new Refused(status, words, 'passwordClosed')
  const { user, token } = openScreen('/login', { ...replies, signInWays: ways, login })
  await screen.findByRole('link', { name: 'Sign in with Duke' })
  expect(screen.queryByRole('button', { name: 'Register here' })).toBeNull()
  await user.click(screen.getByText('Super users can log in with a password'))
  await user.type(screen.getByLabelText('NetID'), 'tb1')
  await user.type(screen.getByLabelText('Password'), 'gloves at 2 am')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  await screen.findByText(/^Everyone here signs in with a campus account\./)
  expect(token()).toBeNull()
})

describe('the way back from the campus', () => {
  it.each([
    ['/checks/abc', '/checks/abc'],
    ['/login', '/profile'],
  ])('of who opened %s leads to %s', async (asked, to) => {
    await leaveFrom(asked)
    const { path } = openScreen('/login#session=abc', replies)
    await waitFor(() => expect(path()).toBe(to))
  })

  it('that was refused leads to what was asked for by a password, too', async () => {
    await leaveFrom('/checks/abc')
    const { user, path } = openScreen('/login#problem=campusRefused', replies)
    await screen.findByText(/^Signing in through your campus did not work/)
    await user.type(await screen.findByLabelText('NetID'), 'tb1')
    await user.type(await screen.findByLabelText('Password'), 'gloves at 2 am')
    await user.click(await screen.findByRole('button', { name: 'Login' }))
    await waitFor(() => expect(path()).toBe('/checks/abc'))
  })

  it.each(campusProblems)(
    'says what went wrong, and leaves no word of it in the address: %s',
    async (problem) => {
      openScreen(`/login#problem=${problem}`, replies)
      await screen.findByText(campusTexts[problem])
      expect(location.hash).toBe('')
    },
  )

  it('that went wrong is told for 5 s, as all is there', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    openScreen('/login#problem=campusRefused', replies)
    await screen.findByText(campusTexts.campusRefused)
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(screen.queryByText(campusTexts.campusRefused)).toBeNull()
  })

  it.each([
    [
      easternZone,
      /^A super user made a link .* \(1\/18\/2026, 12:00 PM Eastern\).* e-mail address below/,
    ],
    ['America/Denver', /^A super user made a link .* \(1\/18\/2026, 10:00 AM Denver time\)/],
  ])('tells first that a super user made a link to a new password, in %s', async (zone, text) => {
    await leaveFrom('/checks/abc')
    const made = new URLSearchParams({ session: 'abc', resetLinkMadeAt: '2026-01-18T17:00:00Z' })
    const getSeason = seasonIn(zone)
    const { path } = openScreen(`/login#${made}`, { ...replies, getSeason })
    await screen.findByText(text)
    expect(path()).toBe('/profile')
    const goOn = screen.getByRole('link', { name: 'Go to the page you asked for' })
    expect(goOn.getAttribute('href')).toBe('/checks/abc')
  })
})

describe('who has just signed in and has no tent', () => {
  const signInAs = (roles: Partial<typeof person>, more: Replies = {}) =>
    openScreen('/login#session=abc', {
      ...replies,
      verifyToken: { ...person, ...roles, sessionId: 's1' },
      listTents: [],
      ...more,
    })

  it.each([
    ['a tenter', '/profile', {}],
    ['a line monitor', '/tent-check', { isLineMonitor: true }],
    ['a super user, before there are any tents', '/line-monitor-dashboard', { isSuperUser: true }],
  ])('%s is led to %s', async (_who, to, roles) => {
    const { path } = signInAs(roles)
    await waitFor(() => expect(path()).toBe(to))
    if (to === '/profile') await screen.findByText(/^We couldn’t find a tent/)
    expect(path()).toBe(to)
  })

  it('is led nowhere once they have begun to do something', async () => {
    let answer = (_tents: []) => {}
    const held = new Promise<[]>((resolve) => {
      answer = resolve
    })
    const { user, path } = signInAs({ isLineMonitor: true }, { listTents: () => held })
    await user.click(await screen.findByRole('heading', { name: 'Hi, Taylor' }))
    answer([])
    await screen.findByText(/^We couldn’t find a tent/)
    expect(path()).toBe('/profile')
  })
})

it.each([
  ['a mouse', true],
  ['a finger', false],
])(
  'begins in the first field by a mouse, not by a finger, whose keyboard would cover the screen: %s',
  async (_, isFine) => {
    vi.stubGlobal('matchMedia', () => ({ matches: isFine }))
    openScreen('/login', replies)
    const field = await screen.findByLabelText('NetID')
    expect(document.activeElement === field).toBe(isFine)
  },
)

it.each([
  ['tb1', true],
  ['', false],
])(
  'keeps what was typed before it is known that passwords are for super users alone: “%s”',
  async (typed, isOpen) => {
    let answer = () => {}
    const ways = { ...replies.signInWays, passwords: 'superusers' as const }
    const held = new Promise<typeof ways>((resolve) => {
      answer = () => resolve(ways)
    })
    const { user } = openScreen('/login', { ...replies, signInWays: () => held })
    const field = await screen.findByLabelText<HTMLInputElement>('NetID')
    await user.click(field)
    if (typed !== '') await user.keyboard(typed)
    answer()
    const summary = screen.getByText('Super users can log in with a password')
    await waitFor(() => expect(summary.hidden).toBe(false))
    expect([field.isConnected, field.value]).toEqual([true, typed])
    expect(summary.closest('details')?.open).toBe(isOpen)
  },
)

it('whoever has logged out here is asked anew by the campus who they are', async () => {
  const { user } = openScreen('/login', { ...replies, logout: { ok: true } }, person)
  const campus = () => screen.findByRole('link', { name: 'Sign in with Duke' })
  expect((await campus()).getAttribute('href')).toBe('/auth/campus')
  await screen.findByText(/^You are signed in as/)
  await user.click((await screen.findAllByRole('button', { name: 'Logout' }))[0] as HTMLElement)
  await waitFor(async () =>
    expect((await campus()).getAttribute('href')).toBe('/auth/campus?again=1'),
  )
})
