import { act, screen, within } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { activeTent } from '../../../tests/support/active-tent.ts'
import { noCheck } from '../../../tests/support/check-status.ts'
import {
  Leaving,
  person,
  Refused,
  type Replies,
  show,
  unanswered,
} from '../../../tests/support/show.tsx'
import { texts } from '../../shared/messages.ts'
import type { CheckStatus, MarkFacts } from '../../shared/tent-check/contract.ts'
import type { LiveSocket } from '../api/live-socket.ts'
import * as liveSocket from '../api/live-socket.ts'
import {
  checkKey,
  exclusionsKey,
  markKeyPrefix,
  readStored,
  removeStored,
  storedKeys,
  tokenKey,
  undoKeyPrefix,
  writeStored,
} from '../api/storage.ts'
import { bounceMs } from '../ui/use-settled.ts'
import { closingTexts } from './closing/texts.ts'
import { TentCheck } from './tent-check.tsx'

const nothing = () => {}
const reload = async () => []
const noTents = { tents: [], isPending: false, retry: nothing, reload, refresh: nothing }

const tent = activeTent({ order: 'B' })
const running: CheckStatus = {
  ...noCheck,
  isCheckInProgress: true,
  checkId: 'c1',
  number: 1,
  numCheckers: 1,
  pages: [{ first: 'B', last: 'B', tentCount: 1 }],
  activeTents: [tent],
}

function PageOf({ netID }: { netID: string }) {
  return (
    <TentCheck
      user={{ ...person, netID, isLineMonitor: true }}
      useRoster={() => noTents}
      useOwnTent={() => ({ tent: null, state: undefined, isPending: false, retry: nothing })}
      onSessionMismatch={nothing}
      onCheckClosed={nothing}
    >
      <p>Below</p>
    </TentCheck>
  )
}

/** The page of a line monitor while the check runs, and a button that leads away and back. */
function openRunning(netID: string, checkStatus = running) {
  const page = (
    <Leaving>
      <PageOf netID={netID} />
    </Leaving>
  )
  return show(page, { checkStatus, endCheck: { ok: true } })
}

function missOf(netID: string, by = 'Mona'): MarkFacts {
  const none = { at: '', present: [], required: null, number: 2, numberOfMisses: 1 }
  return { id: tent.id, outcome: 'miss', by, netID, ...none }
}

/** What is to be undone, as this phone keeps it. */
function undosKept(netID: string) {
  const keys = storedKeys().filter((key) => key.startsWith(undoKeyPrefix(netID)))
  return keys.map(readStored)
}

/** As after sleep: the page asks, and is told this of the check. */
function wakeTo({ reply }: ReturnType<typeof show>, checkStatus: CheckStatus) {
  reply({ checkStatus })
  document.dispatchEvent(new Event('visibilitychange'))
}

/** A monitor's page on a check whose only tent they have just marked: it will end. */
async function openEnding(netID: string) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const page = openRunning(netID)
  await screen.findByRole('article', { name: 'Tent B' })
  const mark = missOf(netID, person.firstName)
  wakeTo(page, { ...running, number: 2, activeTents: [], marked: [{ tent, mark }] })
  await screen.findByText('No more tents — ending check now...')
  return page
}

it('a page that is drawn and thrown away, because a part of it is not loaded, never connects', async () => {
  const connect = vi.fn()
  const socket = { connected: false, connect, on: nothing, disconnect: nothing }
  const opened = vi
    .spyOn(liveSocket, 'openLiveSocket')
    .mockReturnValue(socket as unknown as LiveSocket)
  onTestFinished(() => opened.mockRestore())
  const Late = lazy(async () => ({ default: () => <p>Loaded</p> }))
  const page = (
    <Suspense>
      <PageOf netID="late" />
      <Late />
    </Suspense>
  )
  show(page, { checkStatus: running })
  await screen.findByText('Loaded')
  expect(opened.mock.calls.length).toBeGreaterThan(1)
  expect(connect).toHaveBeenCalledTimes(1)
})

it('a check that began while the phone slept opens on tents, not on Still out', async () => {
  const page = openRunning('sleeps')
  await page.user.click(await screen.findByRole('tab', { name: 'Still out' }))
  await screen.findByRole('heading', { name: 'Still out: 1' })
  wakeTo(page, { ...running, checkId: 'c2' })
  await screen.findByRole('article', { name: 'Tent B' })
  expect(screen.getByRole('tab', { selected: true }).textContent).not.toBe('Still out')
})

it('a start or end of a check moves the focus to what comes, if nothing has it', async () => {
  const page = openRunning('goes by keys')
  await screen.findByRole('tabpanel')
  expect(document.activeElement).toBe(document.body)
  const isAt = (get: () => HTMLElement) => expect.poll(() => document.activeElement === get())
  const title = () => screen.getByRole('heading', { name: 'Tent Check' })
  wakeTo(page, noCheck)
  await isAt(title).toBe(true)
  title().blur()
  wakeTo(page, { ...running, checkId: 'c2' })
  await isAt(() => screen.getByRole('tabpanel')).toBe(true)
  screen.getByRole('button', { name: 'Other screen' }).focus()
  wakeTo(page, noCheck)
  await screen.findByRole('button', { name: 'Go on with it' })
  expect(document.activeElement?.textContent).toBe('Other screen')
})

it.each([
  ['the same check goes on with Still out', running.checkId, 'Still out'],
  ['another begins with a page of tents', 'c2', 'Page 1'],
])('where the screen was left on Still out, %s', async (_, checkId, expected) => {
  const { user, reply } = openRunning('leaves')
  await user.click(await screen.findByRole('tab', { name: 'Still out' }))
  await screen.findByRole('tabpanel', { name: 'Still out' })
  const elsewhere = screen.getByRole('button', { name: 'Other screen' })
  await user.click(elsewhere)
  reply({ checkStatus: { ...running, checkId } })
  await user.click(elsewhere)
  await screen.findByRole('tabpanel', { name: expected })
})

it('a tent that is tapped among those still out is shown, though it is marked by now', async () => {
  const other = activeTent({ order: 'C' })
  const page = openRunning('taps', { ...running, activeTents: [tent, other] })
  await page.user.click(await screen.findByRole('tab', { name: 'Still out' }))
  await screen.findByRole('heading', { name: 'Still out: 2' })
  const marked = [{ tent, mark: missOf('mona') }]
  wakeTo(page, { ...running, number: 2, activeTents: [other], marked })
  // By a key, because a second tap in one place is a bounce.
  const found = await screen.findByRole('button', { name: /Miss by Mona/ })
  found.focus()
  await page.user.keyboard('{Enter}')
  await screen.findByRole('article', { name: 'Tent B' })
  screen.getByRole('button', { name: 'Leave it' }).focus()
  await page.user.keyboard('{Enter}')
  expect(document.activeElement).toBe(
    within(screen.getByRole('list', { name: 'Marked' })).getByRole('listitem'),
  )
})

it('a page whose tents are all marked leads to those still out elsewhere', async () => {
  const other = activeTent({ order: 'C', groupIndex: 1 })
  const pages = [...running.pages, { first: 'C', last: 'C', tentCount: 1 }]
  const { user } = openRunning('is done', { ...running, pages, activeTents: [other] })
  await user.click(await screen.findByRole('button', { name: 'Still out: 1' }))
  const panel = await screen.findByRole('tabpanel', { name: 'Still out' })
  expect(document.activeElement).toBe(panel)
})

it('a second tap on the spot of End Check is no answer to the question that it asks', async () => {
  const page = openRunning('bounces')
  await page.user.click(await screen.findByRole('button', { name: 'End Check' }))
  const yes = await screen.findByRole('button', { name: 'End the check' })
  // Every tap is in the same place here.
  await page.user.click(yes)
  expect(page.called.map(({ name }) => name)).not.toContain('endCheck')
  yes.focus()
  await page.user.keyboard('{Enter}')
  await expect.poll(() => page.called.map(({ name }) => name)).toContain('endCheck')
})

it('marks that are on their way are sent before the check is ended', async () => {
  const two = { ...running, activeTents: [tent, activeTent({ order: 'C' })] }
  const page = openRunning('hurries', two)
  await page.user.type(await screen.findByRole('searchbox'), 'B{Enter}m')
  await screen.findAllByRole('button', { name: 'Undo, tent B' })
  // Nobody is signed in here, so it is kept and not sent.
  await page.user.click(await screen.findByRole('button', { name: 'End Check' }))
  await screen.findByText(/^1 of your marks is not sent yet/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'End the check' }).disabled).toBe(
    true,
  )
  writeStored(tokenKey, 'a token')
  page.reply({
    verifyToken: { ...person, netID: 'hurries', sessionId: 's1' },
    mark: { ok: true, mark: missOf('hurries', person.firstName) },
  })
  window.dispatchEvent(new Event('online'))
  await screen.findByText('Everything is sent.')
  screen.getByRole('button', { name: 'End the check' }).click()
  await expect.poll(() => page.called.map(({ name }) => name)).toContain('endCheck')
})

it('an undo that is on its way is waited for before the check is ended', async () => {
  const marked = [{ tent, mark: missOf('waits to end') }]
  const others = { number: 2, activeTents: [activeTent({ order: 'C' })] }
  const page = openRunning('waits to end', { ...running, ...others, marked })
  await page.user.type(await screen.findByRole('searchbox'), 'B')
  const undo = await screen.findByRole('button', { name: 'Undo, tent B' })
  undo.focus()
  // Nobody is signed in here, so it is kept and not sent.
  await page.user.keyboard('{Enter}')
  await page.user.click(await screen.findByRole('button', { name: 'End Check' }))
  await screen.findByText('1 of your marks, undos or exclusions is not sent yet.')
})

it('exclusions of another check than this phone remembers stay until the server has said which is on', async () => {
  const { epoch, activeTents: tents, ...check } = running
  const key = exclusionsKey('remembers')
  const kept = JSON.stringify({ checkId: 'c2', pending: [['Ann Lee', true]] })
  let answer = (_: CheckStatus) => {}
  const page = openRunning('remembers')
  await page.user.click(screen.getByRole('button', { name: 'Other screen' }))
  page.reply({
    checkStatus: () =>
      new Promise<CheckStatus>((resolve) => {
        answer = resolve
      }),
  })
  writeStored(checkKey('remembers'), JSON.stringify({ epoch, check: { ...check, tents } }))
  writeStored(key, kept)
  await page.user.click(screen.getByRole('button', { name: 'Other screen' }))
  await screen.findByRole('article', { name: 'Tent B' })
  expect(readStored(key)).toBe(kept)
  await act(async () => answer({ ...running, checkId: 'c3' }))
  await expect.poll(() => readStored(key)).toBeNull()
})

it('an exclusion that is on its way is waited for before the check is ended', async () => {
  const member = activeTent({ order: 'D', members: 'Ann Lee' })
  const page = openRunning('excludes to end', { ...running, activeTents: [member] })
  await page.user.click(await screen.findByRole('tab', { name: 'Duke Card Checker' }))
  const names = within(await screen.findByRole('region', { name: 'A' }))
  names.getByRole('button', { name: /^Ann Lee/ }).focus()
  // No socket is connected here, so it is kept and not sent.
  await page.user.keyboard('{Enter}')
  await page.user.click(await screen.findByRole('button', { name: 'End Check' }))
  await screen.findByText('1 of your marks, undos or exclusions is not sent yet.')
})

it('an exclusion that another tab settled while this page slept is not shown as unsent', async () => {
  const member = activeTent({ order: 'D', members: 'Ann Lee' })
  const page = openRunning('excludes and sleeps', { ...running, activeTents: [member] })
  await page.user.click(await screen.findByRole('tab', { name: 'Duke Card Checker' }))
  const names = within(await screen.findByRole('region', { name: 'A' }))
  const button = names.getByRole('button', { name: /^Ann Lee/ })
  button.focus()
  // No socket is connected here, so it is kept and not sent.
  await page.user.keyboard('{Enter}')
  expect(button.getAttribute('aria-pressed')).toBe('true')
  removeStored(exclusionsKey('excludes and sleeps'))
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  expect(button.getAttribute('aria-pressed')).toBe('false')
})

describe('a tent that opens by itself while one types', () => {
  const tents = [
    activeTent({ order: 'A', name: 'Night Owls' }),
    activeTent({ order: 'AM', name: 'Tidy Tarps' }),
    activeTent({ order: 'S' }),
    activeTent({ order: 'Y', members: 'Ann Smith' }),
  ]

  /** Types this, waits until a tent is open, and goes on typing. */
  async function typeOn(netID: string, typed: string, more: string) {
    const { user } = openRunning(netID, { ...running, activeTents: tents })
    await user.type(await screen.findByRole('searchbox'), typed)
    await screen.findByRole('button', { expanded: true })
    await user.keyboard(more)
    return screen.getByRole<HTMLInputElement>('searchbox').value
  }

  it.each([
    ['of a name', 'types a name', 'Ti'],
    ['of an order, in lower case', 'types an order', 'a'],
    ['of a name in another tent', 'types a member', 's'],
  ])('is not marked by the next letter %s', async (_, netID, typed) => {
    expect(await typeOn(netID, typed, 'm')).toBe(`${typed}m`)
    expect(screen.queryByRole('list', { name: 'Marked' })).toBeNull()
  })

  it.each([
    ['over others', 'aims at another', 'a', false],
    ['alone', 'aims at this one', 'owls', true],
    ['over others, and again by hand', 'opens it anew', 'a', true],
  ])(
    'is marked by a finger at once where it opened %s: %s %s %s',
    async (how, netID, typed, counts) => {
      // No time passes, however long the test takes.
      let at = 5000
      const now = vi.spyOn(performance, 'now').mockImplementation(() => at)
      onTestFinished(() => now.mockRestore())
      const { user } = openRunning(netID, { ...running, activeTents: tents })
      await user.type(await screen.findByRole('searchbox'), typed)
      const head = await screen.findByRole('button', { expanded: true })
      if (how.endsWith('by hand')) {
        head.focus()
        await user.keyboard('{Enter}')
        at += bounceMs + 1
        await user.keyboard('{Enter}')
      }
      await user.click(screen.getByRole('button', { name: 'Miss, tent A Night Owls' }))
      expect(screen.queryByRole('list', { name: 'Marked' }) !== null).toBe(counts)
    },
  )

  it('does not take the place of another that was opened before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const { user } = openRunning('opens another', { ...running, activeTents: tents })
    const open = () => screen.getByRole('button', { expanded: true }).textContent
    await user.type(await screen.findByRole('searchbox'), 'a')
    await user.click(within(screen.getByRole('article', { name: /Tidy/ })).getByRole('button'))
    expect(open()).toContain('AM')
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(open()).toContain('AM')
  })

  it.each([
    ['whose whole order is typed', 'types it whole', 'am', 'm'],
    ['that is focused by then, and not closed by Enter', 'types on', 'am', '{Enter}m'],
    ['that Enter goes to', 'presses Enter', 'Ti', '{Enter}m'],
  ])('is marked by its key if it is the one %s', async (_, netID, typed, more) => {
    expect(await typeOn(netID, typed, more)).toBe('')
    expect((await screen.findByRole('list', { name: 'Marked' })).textContent).toContain('AM · Miss')
  })
})

it('a roster that changes during a check leaves the same people chosen, over a reload too', async () => {
  const people = ['kl12', 'kl13', 'bc7'].map((netID, place) => ({
    id: `m${place}`,
    name: place < 2 ? 'Kim Lee' : 'Bo Chen',
    netID,
  }))
  const first = { id: 'm3', name: 'Forgotten First', netID: null }
  const kims = ['Kim Lee (netID maybe kl12)', 'Kim Lee (netID maybe kl13)']
  const withPeople = (members: typeof people | [typeof first, ...typeof people]) =>
    activeTent({ order: 'C', people: members, members: members.map(({ name }) => name).join(', ') })
  const page = openRunning('imports', { ...running, activeTents: [withPeople(people)] })
  const open = async () =>
    page.user.click(await screen.findByRole('button', { name: /^C/, expanded: false }))
  const chosen = () =>
    screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  await open()
  for (const name of kims) {
    // By a key, because a second tap in one place is a bounce.
    screen.getByRole('button', { name }).focus()
    await page.user.keyboard('{Enter}')
  }
  wakeTo(page, { ...running, activeTents: [withPeople([first, ...people])] })
  await screen.findByRole('button', { name: 'Forgotten First' })
  expect(chosen()).toEqual(kims)
  const elsewhere = screen.getByRole('button', { name: 'Other screen' })
  await page.user.click(elsewhere)
  await page.user.click(elsewhere)
  await open()
  expect(chosen()).toEqual(kims)
  // Nobody is signed in here, so it is kept and not sent.
  screen.getByRole('button', { name: 'Make, tent C' }).focus()
  await page.user.keyboard('{Enter}')
  const [kept = ''] = storedKeys().filter((key) => key.startsWith(markKeyPrefix('imports')))
  expect(readStored(kept)).toContain('"present":["m0","m1"]')
})

it('a check that was just closed can go on also after another screen', async () => {
  const page = openRunning('closes')
  await screen.findByRole('article', { name: 'Tent B' })
  wakeTo(page, noCheck)
  await screen.findByRole('button', { name: 'Go on with it' })
  const elsewhere = screen.getByRole('button', { name: 'Other screen' })
  await page.user.click(elsewhere)
  await page.user.click(elsewhere)
  await screen.findByRole('button', { name: 'Go on with it' })
})

it('an open tent whose undo waits says so, and offers no other', async () => {
  const marked = [{ tent, mark: missOf('waits') }]
  const others = { number: 2, activeTents: [activeTent({ order: 'C' })] }
  const { user } = openRunning('waits', { ...running, ...others, marked })
  await user.type(await screen.findByRole('searchbox'), 'B{Enter}')
  const undo = await screen.findByRole('button', { name: 'Undo it' })
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + bounceMs + 100)
  undo.focus()
  // Nobody is signed in here, so it is kept and not sent.
  await user.keyboard('{Enter}')
  vi.restoreAllMocks()
  await screen.findByText('It is waiting for the server to undo it.')
  expect(screen.queryByRole('button', { name: 'Undo it' })).toBeNull()
  const waiting = screen.getByRole('button', { name: 'Undoing…' })
  expect(waiting.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(waiting)
  screen.getByRole('button', { name: 'Leave it' })
})

it.each([
  ['on its tent among those still out', 'stays', null, /^B/],
  ['on the panel where its tent is not shown', 'goes on', 'Duke Card Checker', null],
])('an undo among one’s own marks leaves the focus %s', async (_, netID, tab, name) => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  const other = activeTent({ order: 'C' })
  const marked = [{ tent, mark: missOf(netID) }]
  const page = openRunning(netID, { ...running, number: 2, activeTents: [other], marked })
  await page.user.click(await screen.findByRole('tab', { name: 'Still out' }))
  const undo = await screen.findByRole('button', { name: 'Undo, tent B' })
  undo.focus()
  await page.user.keyboard('{Enter}')
  if (tab !== null) {
    const away = screen.getByRole('tab', { name: tab })
    await page.user.click(away)
    away.blur()
  }
  wakeTo(page, { ...running, number: 3, activeTents: [tent, other] })
  await expect.poll(() => document.activeElement).not.toBe(document.body)
  const place = name === null ? screen.getByRole('tabpanel') : screen.getByRole('button', { name })
  expect(document.activeElement).toBe(place)
})

it('Z at a line takes back no mark of another tent', async () => {
  const other = activeTent({ order: 'C' })
  const marks = [
    { tent, mark: missOf('looks') },
    { tent: other, mark: { ...missOf('looks'), id: other.id, number: 3 } },
  ]
  const marked = { ...running, number: 3, activeTents: [activeTent({ order: 'D' })], marked: marks }
  const { user } = openRunning('looks', marked)
  await user.type(await screen.findByRole('searchbox'), 'B')
  const line = (await screen.findByRole('button', { name: 'Undo, tent B' })).closest('li')
  line?.focus()
  await user.keyboard('z')
  expect(undosKept('looks')).toEqual([])
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('Bz')
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), 'C')
  const last = (await screen.findByRole('button', { name: 'Undo, tent C' })).closest('li')
  last?.focus()
  await user.keyboard('z')
  expect(undosKept('looks')).toEqual([expect.stringContaining(`"id":"${other.id}"`)])
})

it('what a search found is announced, and the tent that it opens', async () => {
  const tents = ['Night Owls', 'Night Hawks', 'Cold Feet'].map((name, place) =>
    activeTent({ order: String(place + 1), name }),
  )
  const { user } = openRunning('listens', { ...running, activeTents: tents })
  const field = await screen.findByRole('searchbox')
  const said = () => screen.getAllByRole('status').at(-1)?.textContent
  expect(said()).toBe('')
  await user.type(field, 'night')
  expect(said()).toBe('2 tents found')
  await user.type(field, ' owl')
  await expect.poll(said).toBe('Tent 1 Night Owls is open')
  await user.type(field, 'x')
  expect(said()).toBe('No tent matches')
  await user.clear(field)
  expect(said()).toBe('')
})

it('undos that come too late are told in one alert, with what helps, until it is read', async () => {
  const vibrate = vi.fn()
  Object.assign(navigator, { userActivation: { hasBeenActive: true }, vibrate })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'userActivation')
    Reflect.deleteProperty(navigator, 'vibrate')
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const [other, out] = [activeTent({ order: 'C' }), activeTent({ order: 'D' })]
  const marked = [tent, other].map((one, place) => {
    const mark = { ...missOf('is late', person.firstName), id: one.id, number: place + 1 }
    return { tent: one, mark }
  })
  const page = openRunning('is late', { ...running, number: 2, activeTents: [out], marked })
  await page.user.click(await screen.findByRole('tab', { name: 'Still out' }))
  page.reply({
    verifyToken: { ...person, netID: 'is late', sessionId: 's1' },
    undoMark: new Refused(409, 'That check is over, so nothing was changed.', 'checkOver'),
  })
  writeStored(tokenKey, 'a token')
  for (const name of ['Undo, tent B', 'Undo, tent C']) {
    const [undo] = await screen.findAllByRole('button', { name })
    undo?.focus()
    await page.user.keyboard('{Enter}')
  }
  const said = 'B, C: not undone. The check is over: a super user can correct its record.'
  await screen.findByText(said)
  expect(vibrate).toHaveBeenLastCalledWith([60, 80, 60, 80, 60])
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  screen.getByText(said)
})

it('an undo of a mark whose answer hangs is sent once the facts of the mark are here', async () => {
  const other = activeTent({ order: 'C' })
  const page = openRunning('hangs', { ...running, activeTents: [tent, other] })
  writeStored(tokenKey, 'a token')
  page.reply({
    verifyToken: { ...person, netID: 'hangs', sessionId: 's1' },
    mark: () => new Promise<never>(() => {}),
    undoMark: { ok: true, number: 5 },
  })
  await page.user.type(await screen.findByRole('searchbox'), 'B{Enter}m')
  await expect.poll(() => page.called.map(({ name }) => name)).toContain('mark')
  const [undo] = await screen.findAllByRole('button', { name: 'Undo, tent B' })
  undo?.focus()
  await page.user.keyboard('{Enter}')
  expect(undosKept('hangs')).toEqual([expect.stringContaining('"number":null')])
  const undone = () => page.called.flatMap(({ name, body }) => (name === 'undoMark' ? body : []))
  const facts = { ...running, activeTents: [other] }
  wakeTo(page, { ...facts, number: 2, marked: [{ tent, mark: missOf('mona') }] })
  await screen.findByText(/Miss by Mona/)
  expect(undone()).toEqual([])
  const mark = { ...missOf('hangs'), number: 4 }
  wakeTo(page, { ...facts, number: 4, marked: [{ tent, mark }] })
  await expect.poll(undone).toEqual([expect.objectContaining({ id: tent.id, number: 4 })])
})

describe('what a search found', () => {
  const amara = activeTent({ order: 'C', name: 'Sixth Men', members: 'Amara Cho' })
  const two = { ...running, activeTents: [tent, amara], excludedNames: ['Amara Cho'] }
  const rows = () => screen.getAllByRole('article').map((row) => row.getAttribute('aria-label'))

  /** Opens a tent that was searched for and misses it; gives a press by key, which is no bounce. */
  async function searchAndMiss(netID: string) {
    const { user } = openRunning(netID, two)
    const press = (button: HTMLElement) => {
      button.focus()
      return user.keyboard('{Enter}')
    }
    await user.type(await screen.findByRole('searchbox'), 'sixth')
    await user.click(await screen.findByRole('button', { name: 'Amara Cho excluded' }))
    await screen.findByText('Amara Cho is excluded!')
    await press(screen.getByRole('button', { name: 'Miss, tent C Sixth Men' }))
    await screen.findByRole('heading', { name: 'Results for “sixth”' })
    expect(screen.queryAllByRole('article')).toEqual([])
    return { user, press }
  }

  it('stays after a mark, without what was said of its tent, until it is cleared', async () => {
    const { press } = await searchAndMiss('clears')
    expect(screen.queryByText('Amara Cho is excluded!')).toBeNull()
    await press(screen.getByRole('button', { name: 'Clear' }))
    expect(rows()).toEqual(['Tent B'])
    expect(document.activeElement).toBe(screen.getByRole('tabpanel'))
  })

  it('gives the focus to the page that is gone back to', async () => {
    const { press } = await searchAndMiss('goes back')
    await press(screen.getByRole('button', { name: 'Back to page 1' }))
    expect(rows()).toEqual(['Tent B'])
    expect(document.activeElement).toBe(screen.getByRole('tabpanel'))
  })

  it('is the page itself for a search of blanks', async () => {
    const { user } = openRunning('types blanks', two)
    await user.type(await screen.findByRole('searchbox'), '  ')
    expect(screen.queryByRole('heading', { name: /^Results/ })).toBeNull()
    expect(rows()).toEqual(['Tent B', 'Tent C Sixth Men'])
  })

  it('gives way to the page that is tapped again', async () => {
    const { press } = await searchAndMiss('taps again')
    await press(screen.getByRole('tab', { selected: true }))
    expect(rows()).toEqual(['Tent B'])
  })

  it('gives way to a tent of those still out, which gets the focus', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
    const { user, press } = await searchAndMiss('looks aside')
    await press(within(screen.getByRole('list', { name: 'Still out' })).getByRole('button'))
    const members = await screen.findByRole('list', { name: 'Members present, tent B' })
    expect(document.activeElement).toBe(members)
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(screen.getByRole('button', { expanded: false, name: /^B/ }))
  })
})

describe('whoever is excluded by a tap', () => {
  const ann = activeTent({ order: 'C', members: 'Ann Lee' })
  const mark = { ...missOf('mona'), id: ann.id, outcome: 'make' as const, present: ['Ann Lee'] }
  const marked = [{ tent: ann, mark: { ...mark, required: 1 } }]
  const another = activeTent({ order: 'D', members: 'Ann Lee, Bo Chen' })

  /** In the Duke Card Checker; what is told of it is there. */
  async function excludeAnn(user: ReturnType<typeof openRunning>['user']) {
    await user.click(await screen.findByRole('tab', { name: 'Duke Card Checker' }))
    const names = within(await screen.findByRole('region', { name: 'A' }))
    names.getByRole('button', { name: /^Ann Lee/ }).focus()
    await user.keyboard('{Enter}')
    await screen.findByText('Ann Lee is excluded.')
  }

  it.each([
    ['on the list', 'lists', 'Duke Card Checker'],
    ['on an open tent', 'opens', null],
  ])(
    'is told with what that did to a marked tent, and counts again by another tap: %s',
    async (_, netID, tab) => {
      const { user } = openRunning(netID, { ...running, activeTents: [another], marked })
      // By keys, because a second tap in one place is a bounce.
      const press = async (button: HTMLElement) => {
        button.focus()
        await user.keyboard('{Enter}')
      }
      if (tab === null) {
        const tent = within(await screen.findByRole('article', { name: 'Tent D' }))
        await press(tent.getAllByRole('button')[0] as HTMLElement)
        await press(await screen.findByRole('button', { name: 'Exclude someone' }))
        const members = within(screen.getByRole('list', { name: /^Members present/ }))
        await press(members.getByRole('button', { name: 'Ann Lee' }))
      } else {
        await press(await screen.findByRole('tab', { name: tab }))
        const names = within(await screen.findByRole('region', { name: 'A' }))
        await press(names.getByRole('button', { name: /^Ann Lee/ }))
      }
      const told =
        /^Both people called Ann Lee are excluded; Ann Lee was counted for C: now 0 of 1\./
      const notice = within(await screen.findByText(told))
      const again = notice.getByRole('button', { name: 'Count again' })
      // At once, as a finger that taps name after name would.
      await press(again)
      screen.getByText(told)
      vi.spyOn(performance, 'now').mockReturnValue(performance.now() + bounceMs + 100)
      await press(again)
      expect(screen.queryByText(told)).toBeNull()
      vi.restoreAllMocks()
    },
  )

  it('stays excluded where the tap bounces, while other names go on', async () => {
    const { user } = openRunning('bounces on a name', { ...running, activeTents: [another] })
    await user.click(await screen.findByRole('tab', { name: 'Duke Card Checker' }))
    const press = async (letter: string) => {
      const name = within(await screen.findByRole('region', { name: letter })).getByRole('button')
      name.focus()
      await user.keyboard('{Enter}')
      return name.getAttribute('aria-pressed')
    }
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    expect([await press('A'), await press('A'), await press('B')]).toEqual(['true', 'true', 'true'])
    now.mockReturnValue(performance.now() + bounceMs + 100)
    expect(await press('B')).toBe('false')
  })

  it.each([
    ['that was slept through', 'sleeps on', []],
    ['after one that is over', 'sees both', [noCheck]],
  ])('is not told of in another check %s, in which a colleague did it', async (_, netID, over) => {
    const page = openRunning(netID, { ...running, activeTents: [another] })
    await excludeAnn(page.user)
    for (const none of over) {
      wakeTo(page, none)
      await expect.poll(() => screen.queryByRole('tab')).toBeNull()
    }
    const next = { ...running, checkId: 'c2', activeTents: [another], excludedNames: ['Ann Lee'] }
    wakeTo(page, next)
    await screen.findByRole('article', { name: 'Tent D' })
    expect(screen.queryByText('Ann Lee is excluded.')).toBeNull()
  })

  it('is told of no more on another page, whose first tent it would cover', async () => {
    const { user } = openRunning('goes on', { ...running, activeTents: [another] })
    await excludeAnn(user)
    await user.click(screen.getByRole('tab', { name: /^Page 1/ }))
    await screen.findByRole('article', { name: 'Tent D' })
    expect(screen.queryByText('Ann Lee is excluded.')).toBeNull()
  })

  it('is told of no more once the check ends, which stands alone: what is below it would move', async () => {
    const page = openRunning('ends it', { ...running, activeTents: [another] })
    await excludeAnn(page.user)
    const last = { tent: another, mark: { ...missOf('ends it', person.firstName), id: another.id } }
    const over = { ...running, number: 2, activeTents: [], marked: [last] }
    wakeTo(page, { ...over, excludedNames: ['Ann Lee'] })
    await screen.findByText('No more tents — ending check now...')
    expect(screen.queryByText('Ann Lee is excluded.')).toBeNull()
  })
})

describe('the last mark after the rest was missed in one step', () => {
  const other = activeTent({ order: 'C' })
  const both = (checkId: string) => ({ ...running, checkId, activeTents: [tent, other] })
  /** Both missed by this person, by events of these numbers. */
  function missed(netID: string, numbers: [number, number]): CheckStatus {
    const marked = [tent, other].map((tent, place) => {
      const mark = { ...missOf(netID, person.firstName), id: tent.id }
      return { tent, mark: { ...mark, number: numbers[place] ?? 0 } }
    })
    return { ...both(netID), number: numbers[1], activeTents: [], marked }
  }

  /** Asks for both to be missed; each person's check is another. */
  async function missRest(netID: string, reply: Replies) {
    const page = openRunning(netID, both(netID))
    const press = async (name: string) => {
      const button = await screen.findByRole('button', { name })
      // By a key, because a second tap in one place is a bounce.
      button.focus()
      await page.user.keyboard('{Enter}')
    }
    page.reply(reply)
    await page.user.click(await screen.findByRole('tab', { name: 'Still out' }))
    await press('Mark the remaining 2 as missed')
    await press('Mark 2 as missed')
    return { page, press }
  }

  it('is one act with the others, until that is taken back', async () => {
    const missRestReply = { ok: true as const, missed: [tent.id, other.id], already: [] }
    const { page, press } = await missRest('takes back', {
      missRest: missRestReply,
      checkStatus: missed('takes back', [2, 3]),
    })
    await press('Undo these 2')
    wakeTo(page, { ...both('takes back'), number: 5 })
    await screen.findByRole('heading', { name: 'Still out: 2' })
    wakeTo(page, missed('takes back', [6, 7]))
    await screen.findByRole('button', { name: 'Undo the last mark: C' })
  })

  it.each([
    [
      'is alone where that was refused',
      'is refused',
      new Refused(403),
      texts.tryAgain,
      'the last mark: C',
    ],
    [
      'is one act with the others where a gateway answered',
      'hears a gateway',
      new Refused(502),
      texts.tryAgain,
      'these 2',
    ],
    [
      'is one act with the others where no answer came',
      'hears nothing',
      unanswered,
      closingTexts.restUnanswered,
      'these 2',
    ],
  ])('%s', async (_, netID, reply, said, act) => {
    const { page } = await missRest(netID, { missRest: reply })
    await screen.findByText(said)
    wakeTo(page, missed(netID, [2, 3]))
    await screen.findByRole('button', { name: `Undo ${act}` })
  })

  it('is alone where no answer came, and both were then missed one by one', async () => {
    const { page, press } = await missRest('goes one by one', { missRest: unanswered })
    await screen.findByText(closingTexts.restUnanswered)
    await press('Not yet')
    await page.user.click(screen.getByRole('tab', { name: /Page 1/ }))
    for (const label of ['B', 'C']) {
      const row = await screen.findByRole('article', { name: `Tent ${label}` })
      within(row).getByRole('button').focus()
      await page.user.keyboard('{Enter}')
      await press(`Miss, tent ${label}`)
    }
    wakeTo(page, missed('goes one by one', [2, 3]))
    await screen.findByRole('button', { name: 'Undo the last mark: C' })
  })
})

describe('a check without a tent left', () => {
  const ends = ({ called }: ReturnType<typeof show>) =>
    called.filter(({ name }) => name === 'endCheck').map(({ body }) => body)

  it('is ended by the page after 8 s', async () => {
    const page = await openEnding('ends')
    await act(() => vi.advanceTimersByTimeAsync(7000))
    expect(ends(page)).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(1100))
    expect(ends(page)).toEqual([{ ifEmpty: true, checkId: 'c1', number: 2 }])
  })

  it('is not ended by the page whose undo of the last mark waits', async () => {
    const page = await openEnding('undoes')
    // Nobody is signed in here, so it is kept and not sent.
    screen.getByRole('button', { name: 'Undo the last mark: B' }).click()
    await act(() => vi.advanceTimersByTimeAsync(8100))
    expect(undosKept('undoes')).toEqual([expect.stringContaining('"checkId":"c1"')])
    expect(ends(page)).toEqual([])
  })
})
