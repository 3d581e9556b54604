import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { activeTent } from '../../../tests/support/active-tent.ts'
import {
  mute,
  openScreen,
  person,
  Refused,
  type Replies,
  unanswered,
} from '../../../tests/support/show.tsx'
import { type Api, type ApiName, api } from '../../shared/api.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { texts } from '../../shared/messages.ts'
import { CallError } from '../api/call.ts'
import {
  checkKey,
  personKey,
  readStored,
  removeStored,
  tokenKey,
  writeStored,
} from '../api/storage.ts'
import {
  keepInTab,
  keepOneInTab,
  loggedOutKey,
  ownerKey,
  readFromTab,
  writtenKey,
} from '../api/storage-of-tab.ts'
import { tellRole } from '../api/told-role.ts'
import { markOf } from '../tent-check/marks/mark.ts'
import { queuesOf } from '../tent-check/marks/own-queue.ts'

/** A screen that asks for nothing by itself, with the bar that says who is signed in. */
const quiet = '/history'
const notSignedIn = new Refused(401, 'Please log in.', 'notSignedIn')

async function openSignedIn(replies: Replies = {}) {
  const opened = openScreen(quiet, replies, person)
  await screen.findByRole('link', { name: 'Hi, Taylor' })
  return opened
}

/** As when another tab signs in or out. */
async function doubt({ called }: ReturnType<typeof openScreen>): Promise<void> {
  const before = called.length
  await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: tokenKey })))
  await waitFor(() => expect(called.length).toBeGreaterThan(before))
}

describe('a session that is known', () => {
  it.each([new Refused(503, 'x', 'unavailable'), new Refused(429, 'x'), unanswered])(
    'outlives a server that cannot tell just now',
    async (verifyToken) => {
      const opened = await openSignedIn()
      opened.reply({ verifyToken })
      await doubt(opened)
      await screen.findByRole('link', { name: 'Hi, Taylor' })
      expect(opened.token()).toBe('a token')
    },
  )

  it('ends when it is refused', async () => {
    const opened = await openSignedIn()
    opened.reply({ verifyToken: notSignedIn })
    await doubt(opened)
    await screen.findByRole('link', { name: 'Sign In' })
    expect(opened.token()).toBeNull()
  })

  it('ends by logging out, which leads to the login', async () => {
    const { user, path, token } = await openSignedIn({ logout: { ok: true } })
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await screen.findByRole('link', { name: 'Sign In' })
    await expect.poll(() => [path(), token()]).toEqual(['/login', null])
  })

  it.each([{ ok: true } as const, unanswered])(
    'is ended by its person, though it is verified once more before the answer (%#)',
    async (answered) => {
      let answer = (_: typeof answered) => {}
      const logout = () => new Promise<typeof answered>((resolve) => (answer = resolve))
      const opened = await openSignedIn({ logout })
      await opened.user.click(await screen.findByRole('button', { name: 'Logout' }))
      await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
      await waitFor(() => expect(readFromTab(loggedOutKey)).toBeNull())
      opened.reply({ verifyToken: notSignedIn })
      await act(async () => answer(answered))
      await doubt(opened)
      await screen.findByRole('link', { name: 'Sign In' })
      expect(readFromTab(loggedOutKey)).toBe(true)
    },
  )

  it.each<[Replies, string]>([
    [{ logout: mute }, texts.logoutFailed],
    [{ logout: unanswered }, texts.logoutError],
  ])('stays where the way out fails, which is only logged', async (replies, text) => {
    const opened = await openSignedIn(replies)
    const { user, logged } = opened
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(logged).toContain(text))
    await screen.findByRole('link', { name: 'Hi, Taylor' })
    expect(opened.token()).toBe('a token')
  })

  it('that another tab began ends the note of a logout in this one', async () => {
    const opened = openScreen(quiet, { verifyToken: { ...person, sessionId: 's1' } })
    keepInTab(loggedOutKey, true)
    writeStored(tokenKey, 'a token')
    await doubt(opened)
    await screen.findByRole('link', { name: 'Hi, Taylor' })
    expect(readFromTab(loggedOutKey)).toBeNull()
  })

  it.each([new Refused(503, 'x', 'unavailable'), new Refused(429, 'x'), unanswered])(
    'that another tab began as somebody else is shown at once: what is tapped is sent as theirs',
    async (verifyToken) => {
      const opened = await openSignedIn()
      opened.reply({ verifyToken })
      writeStored(tokenKey, 'the token of Bo')
      writeStored(personKey, JSON.stringify({ ...person, netID: 'bo2', firstName: 'Bo' }))
      await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: personKey })))
      await screen.findByRole('link', { name: 'Hi, Bo' })
      await doubt(opened)
      await screen.findByRole('link', { name: 'Hi, Bo' })
      expect(opened.token()).toBe('the token of Bo')
    },
  )
})

it('what one person wrote in a tab is not there for another, whom another tab signed in', async () => {
  const opened = await openSignedIn()
  keepOneInTab(writtenKey, 'faq', { markdown: 'Mine', number: 1 })
  writeStored(tokenKey, 'the token of Bo')
  opened.reply({ verifyToken: { ...person, netID: 'bo2', firstName: 'Bo', sessionId: 's2' } })
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  await screen.findByRole('link', { name: 'Hi, Bo' })
  expect(readFromTab(writtenKey)).toBeNull()
})

const bo = { ...person, netID: 'bo2', firstName: 'Bo' }
const written = { faq: { markdown: 'Mine', number: 1 } }

it('what was written in a tab of a version that named no owner is its person’s', async () => {
  keepInTab(writtenKey, written)
  expect(readFromTab(ownerKey)).toBeNull()
  await openSignedIn()
  expect(readFromTab(writtenKey)).toEqual(written)
})

it.each([
  ['there for its person', person, {}, written],
  ['not there for another', bo, {}, null],
  ['not there for another, of whom this browser only knows', bo, { verifyToken: unanswered }, null],
])(
  'what one person wrote in a tab is, after it is loaded again, %s',
  async (_, who, replies, left) => {
    const before = await openSignedIn()
    keepInTab(writtenKey, written)
    before.unmount()
    openScreen(quiet, replies, who)
    writeStored(personKey, JSON.stringify(who))
    writeStored(checkKey(who.netID), '{}')
    await screen.findByRole('link', { name: `Hi, ${who.firstName}` })
    expect(readFromTab(writtenKey)).toEqual(left)
  },
)

describe('what was written in a tab', () => {
  const kept = () => [readFromTab(writtenKey), readFromTab(ownerKey)]
  const login = (who: typeof person) => ({ ...who, token: 'a new token' })

  async function signInHere(opened: ReturnType<typeof openScreen>, who: typeof person) {
    const replies = { login: login(who), verifyToken: { ...who, sessionId: 's2' }, me: who }
    opened.reply({ ...replies, listTents: [] })
    await opened.user.type(await screen.findByLabelText('NetID'), who.netID)
    await opened.user.type(screen.getByLabelText('Password'), 'gloves at 2 am')
    await opened.user.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(opened.path()).toBe('/profile'))
  }

  async function openWritten() {
    const opened = openScreen('/profile', { me: person, listTents: [] }, person)
    await screen.findByRole('link', { name: 'Hi, Taylor' })
    keepInTab(writtenKey, written)
    return opened
  }

  it.each([
    ['is there again for its person', person, [written, 'tb1']],
    ['is gone for anyone else', bo, [null, 'bo2']],
  ])('before a session ended by itself %s', async (_, who, expected) => {
    const opened = await openWritten()
    writeStored(checkKey(person.netID), '{}')
    opened.reply({ verifyToken: notSignedIn })
    await doubt(opened)
    await waitFor(() => expect(opened.path()).toBe('/login'))
    await waitFor(() => expect(readStored(checkKey(person.netID))).toBeNull())
    expect(kept()).toEqual([written, 'tb1'])
    await signInHere(opened, who)
    expect(kept()).toEqual(expected)
  })

  it('outlives a start without a network, and a further one that finds nobody signed in', async () => {
    ;(await openWritten()).unmount()
    const second = openScreen(quiet, { verifyToken: unanswered }, person)
    await screen.findByRole('link', { name: 'Sign In' })
    second.unmount()
    const third = openScreen('/login')
    await screen.findByLabelText('NetID')
    expect(kept()).toEqual([written, 'tb1'])
    await signInHere(third, person)
    expect(kept()).toEqual([written, 'tb1'])
  })

  it.each<[string, Replies]>([
    ['is answered', { logout: { ok: true } }],
    ['is not, and turns out to be done', { logout: unanswered }],
  ])('is gone after a logout that %s', async (_, replies) => {
    const opened = await openWritten()
    opened.reply(replies)
    await opened.user.click(await screen.findByRole('button', { name: 'Logout' }))
    opened.reply({ verifyToken: notSignedIn })
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(opened.path()).toBe('/login'))
    await waitFor(() => expect(kept()).toEqual([null, null]))
  })

  it('is gone after a logout in another tab', async () => {
    const opened = await openWritten()
    removeStored(tokenKey)
    await act(async () => void window.dispatchEvent(new StorageEvent('storage', { key: tokenKey })))
    await waitFor(() => expect(opened.path()).toBe('/login'))
    await waitFor(() => expect(kept()).toEqual([null, null]))
  })

  it('by nobody who is known is gone when nobody is signed in', async () => {
    keepInTab(writtenKey, written)
    openScreen(quiet)
    await screen.findByRole('link', { name: 'Sign In' })
    await waitFor(() => expect(kept()).toEqual([null, null]))
  })
})

/** As when a screen asks for something and is refused. */
const refuse = ({ queryClient }: ReturnType<typeof openScreen>, { status, ...why }: Refused) => {
  const queryFn = () => Promise.reject(new CallError(status, why))
  return queryClient.fetchQuery({ queryKey: ['x'], queryFn }).catch(() => {})
}

it.each([
  ['is shown again', async () => void document.dispatchEvent(new Event('visibilitychange'))],
  ['is refused', (opened: ReturnType<typeof openScreen>) => refuse(opened, notSignedIn)],
])('a page that the browser kept over a logout shows nobody once it %s', async (_, happens) => {
  const opened = await openSignedIn()
  removeStored(tokenKey)
  await act(() => happens(opened))
  await screen.findByRole('link', { name: 'Sign In' })
})

describe('a role that is given', () => {
  const monitor = { ...person, isLineMonitor: true, sessionId: 's1' }
  const isOffered = () => screen.findByRole('link', { name: 'Tent Check' })

  it('shows in the menu once a socket tells of it', async () => {
    const opened = await openSignedIn()
    opened.reply({ verifyToken: monitor })
    await act(async () => tellRole(true, false))
    await isOffered()
    const asked = opened.called.length
    await act(async () => tellRole(true, false))
    expect(opened.called).toHaveLength(asked)
    // On the same connection: the line monitor has become a super user.
    await act(async () => tellRole(true, true))
    expect(opened.called).toHaveLength(asked + 1)
  })

  it('shows with the next screen', async () => {
    const opened = await openSignedIn()
    opened.reply({ verifyToken: monitor })
    await opened.user.click(screen.getByRole('link', { name: 'Privacy' }))
    await isOffered()
  })

  it('and taken away again leaves the menu at the first call that is refused for it', async () => {
    const opened = openScreen(quiet, {}, monitor)
    await isOffered()
    opened.reply({ verifyToken: { ...person, sessionId: 's1' } })
    const refusal = new Refused(403, 'This needs the line monitor role.', 'needsLineMonitor')
    await act(() => refuse(opened, refusal))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Tent Check' })).toBeNull())
  })
})

describe('a token of before', () => {
  it('is waited for: until it is verified the screen says so', async () => {
    let answer = (_: Refused) => {}
    const verifyToken = () => new Promise<Refused>((resolve) => (answer = resolve))
    const opened = openScreen('/profile', { verifyToken }, person)
    await screen.findByText('Loading...')
    await act(async () => answer(notSignedIn))
    await waitFor(() => expect(opened.path()).toBe('/login'))
    expect(opened.token()).toBeNull()
  })

  it('is waited for 2 minutes, as giving up would sign the person out; later for 15 s', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const opened = await openSignedIn()
    expect(timeout.mock.calls).toEqual([[120_000]])
    await doubt(opened)
    expect(timeout.mock.calls).toEqual([[120_000], [15_000]])
  })

  it('is verified again by “Try again”, when the page is shown, and when online', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const verifyToken = vi.fn(() => new Promise<Refused>(() => {}))
    openScreen('/profile', { verifyToken }, person)
    await screen.findByText('Loading...')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    const again = screen.getByRole('button', { name: 'Try again' })
    fireEvent.click(again)
    fireEvent.click(again)
    expect(verifyToken).toHaveBeenCalledTimes(2)
    expect(again.getAttribute('aria-busy')).toBe('true')
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    fireEvent.click(again)
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('online'))
    expect(verifyToken).toHaveBeenCalledTimes(5)
  })

  it('is verified by whichever answer comes first, and no older one counts after it', async () => {
    const answers: ((answer: ResponseOf<Api['verifyToken']>) => void)[] = []
    const verifyToken = () =>
      new Promise<ResponseOf<Api['verifyToken']>>((resolve) => answers.push(resolve))
    openScreen(quiet, { verifyToken }, person)
    window.dispatchEvent(new Event('online'))
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(answers).toHaveLength(3))
    const answer = (turn: number, firstName: string) =>
      act(async () => answers[turn]?.({ ...person, firstName, sessionId: 's1' }))
    await answer(1, 'Bo')
    await screen.findByRole('link', { name: 'Hi, Bo' })
    await answer(0, 'Ann')
    screen.getByRole('link', { name: 'Hi, Bo' })
    await answer(2, 'Cy')
    await screen.findByRole('link', { name: 'Hi, Cy' })
  })

  it('outlives a look away that ends the request of a slow start', async () => {
    let fail = (_: Refused) => {}
    const verifyToken = () => new Promise<Refused>((resolve) => (fail = resolve))
    const opened = openScreen(quiet, { verifyToken }, person)
    await waitFor(() => expect(opened.called).toHaveLength(1))
    opened.reply({ verifyToken: { ...person, sessionId: 's1' } })
    await act(async () => document.dispatchEvent(new Event('visibilitychange')))
    await act(async () => fail(unanswered))
    await screen.findByRole('link', { name: 'Hi, Taylor' })
    expect(opened.token()).toBe('a token')
  })

  it.each([
    ['counts', { ...person, sessionId: 's1' }, 'a token', 'Hi, Taylor'],
    ['drops it where none comes', unanswered, null, 'Sign In'],
    ['drops it where it is a refusal', notSignedIn, null, 'Sign In'],
  ])(
    'outlives a look back without a network: the slow answer to the start %s',
    async (_, last, token, link) => {
      vi.useFakeTimers({ shouldAdvanceTime: true })
      let answer = (_: typeof last) => {}
      const verifyToken = () => new Promise<typeof last>((resolve) => (answer = resolve))
      const opened = openScreen(quiet, { verifyToken }, person)
      await waitFor(() => expect(opened.called).toHaveLength(1))
      opened.reply({ verifyToken: unanswered })
      document.dispatchEvent(new Event('visibilitychange'))
      await act(() => vi.advanceTimersByTimeAsync(1000))
      expect(opened.token()).toBe('a token')
      await act(async () => answer(last))
      await screen.findByRole('link', { name: link })
      expect(opened.token()).toBe(token)
    },
  )

  it.each([notSignedIn, new Refused(503, 'x', 'unavailable'), unanswered])(
    'is dropped wherever a start cannot verify it',
    async (verifyToken) => {
      const opened = openScreen('/profile', { verifyToken }, person)
      await waitFor(() => expect(opened.path()).toBe('/login'))
      expect(opened.token()).toBeNull()
    },
  )
})

describe('a sign-in on a phone where somebody is signed in', () => {
  const login = (netID: string) => ({ ...person, netID, token: 'a new token' })

  async function signInAs(
    netID: string,
    logout: Replies['logout'] = { ok: true },
    doBefore = async (_: ReturnType<typeof openScreen>) => {},
  ) {
    const replies = { login: login(netID), logout, me: login(netID), listTents: [] }
    const opened = openScreen('/login', replies as Replies, person)
    await screen.findByText(/^You are signed in as/)
    await doBefore(opened)
    writeStored(checkKey('tb1'), '{}')
    const sent = vi.spyOn(globalThis, 'fetch')
    opened.reply({ verifyToken: { ...login(netID), sessionId: 's2' } })
    await opened.user.type(await screen.findByLabelText('NetID'), netID)
    await opened.user.type(screen.getByLabelText('Password'), 'gloves at 2 am')
    await opened.user.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(opened.path()).toBe('/profile'))
    const ofCall = (name: ApiName) =>
      sent.mock.calls.flatMap(([address, init]) => {
        if (address !== api[name].path) return []
        const { authorization } = Object.fromEntries(new Headers(init?.headers))
        return [[authorization, init?.credentials]]
      })
    const logouts = ofCall('logout')
    return {
      opened,
      ofCall,
      state: { logouts, seen: readStored(checkKey('tb1')), token: opened.token() },
    }
  }

  /** Whoever is signed in marks a tent, which the server answers so. */
  async function markThen(opened: ReturnType<typeof openScreen>, answer: Refused) {
    opened.reply({ mark: answer })
    const { queue } = queuesOf(person.netID)
    const tap = { tent: activeTent({ order: '1' }), checkId: 'c1', monitor: person, markId: 'm1' }
    queue.add(markOf({ ...tap, now: new Date(0), outcome: 'miss' }))
    await waitFor(() => expect(opened.called.some(({ name }) => name === 'mark')).toBe(true))
    return queue
  }

  it.each<Replies['logout']>([{ ok: true }, unanswered, notSignedIn])(
    'ends the session of whoever it was, and what was kept for them',
    async (logout) => {
      expect((await signInAs('bo2', logout)).state).toEqual({
        logouts: [['Bearer a token', 'omit']],
        seen: null,
        token: 'a new token',
      })
    },
  )

  it('ends nothing where they are the same', async () => {
    expect((await signInAs('tb1')).state).toEqual({ logouts: [], seen: '{}', token: 'a new token' })
  })

  it('ends the session where a mark of theirs was refused, and waits only to be read', async () => {
    const { state } = await signInAs('bo2', { ok: true }, async (opened) => {
      const queue = await markThen(opened, new Refused(409, 'x', 'markedOtherwise'))
      onTestFinished(() => queue.dismiss('m1'))
      await waitFor(() => expect(queue.getState().marks).toMatchObject([{ phase: 'refused' }]))
    })
    expect(state.logouts).toEqual([['Bearer a token', 'omit']])
  })

  it('lets a mark of theirs that waits be sent with their session first, and then ends it', async () => {
    const { opened, ofCall, state } = await signInAs('bo2', { ok: true }, async (opened) => {
      await markThen(opened, unanswered)
    })
    expect(state.logouts).toEqual([])
    opened.reply({ mark: { ok: true, mark: { number: 2 } } } as Replies)
    await act(async () => window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(ofCall('logout')).toEqual([['Bearer a token', 'omit']]))
    expect(ofCall('mark').at(-1)).toEqual(['Bearer a token', 'same-origin'])
    expect(queuesOf('tb1').queue.getState().marks).toEqual([])
  })
})

it('a screen for those who are signed in leads anyone else to the login', async () => {
  const { path } = openScreen('/line-monitor-dashboard')
  await waitFor(() => expect(path()).toBe('/login'))
})
