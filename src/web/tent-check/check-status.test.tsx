import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { activeTent } from '../../../tests/support/active-tent.ts'
import { noCheck } from '../../../tests/support/check-status.ts'
import { mute, type Replies, show, unanswered } from '../../../tests/support/show.tsx'
import type { CheckStatus as Status } from '../../shared/tent-check/contract.ts'
import type { LiveSocket } from '../api/live-socket.ts'
import * as liveSocket from '../api/live-socket.ts'
import { tentsKey } from '../api/query-keys.ts'
import { CheckStatus } from './check-status.tsx'
import { keepExclusions } from './exclusions/kept-exclusions.ts'
import { markOf } from './marks/mark.ts'
import { queuesOf } from './marks/own-queue.ts'

const timers = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const

const running: Status = {
  ...noCheck,
  isCheckInProgress: true,
  checkId: 'c1',
  number: 7,
  startedBy: 'Harper',
  startedAt: '1/18/2026, 10:04 PM',
  pages: [
    { first: 'A', last: 'C', tentCount: 3 },
    { first: '1', last: '1', tentCount: 1 },
  ],
  activeTents: [activeTent({ order: 'B' }), activeTent({ order: '1', groupIndex: 1 })],
}

const openStatus = (replies: Replies, monitor: string | null = 'tb1') =>
  show(<CheckStatus monitor={monitor} />, replies)
/** By a key, because every tap is in the same place here, and a second one there is a bounce. */
async function press({ user }: ReturnType<typeof openStatus>, name: string) {
  const button = await screen.findByRole('button', { name })
  button.focus()
  await user.keyboard('{Enter}')
}

/** A check that is being ended, and what lets the server answer. */
async function endSlowly() {
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const endCheck = async () => {
    await isAnswered
    return { ok: true } as const
  }
  const status = openStatus({ checkStatus: running, endCheck })
  await press(status, 'End Check')
  await press(status, 'End the check')
  return { status, answer }
}

describe('how a check stands, on the dashboard', () => {
  it('is told by page', async () => {
    openStatus({ checkStatus: running }, null)
    const told = await screen.findByText(/started by Harper/)
    expect(told.textContent).toContain('2 of 4 tents left.')
    const bars = screen.getAllByRole('progressbar')
    expect(
      bars.map((bar) => ['aria-valuenow', 'aria-valuemax'].map((name) => bar.getAttribute(name))),
    ).toEqual([
      ['2', '3'],
      ['0', '1'],
    ])
    const out = within(screen.getByRole('list', { name: 'Still out' }))
    expect(out.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['B', '1'])
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.queryByRole('timer')).toBeNull()
  })

  it('says the latest call', async () => {
    vi.stubEnv('TZ', 'America/New_York')
    onTestFinished(() => void vi.unstubAllEnvs())
    const calls = [{ call: 1, at: '2026-01-19T03:14:00.000Z', by: null }]
    openStatus({ checkStatus: { ...running, calls, callsAtMost: 3 } })
    expect((await screen.findByRole('timer')).textContent).toBe('1st call 10:14 PM')
  })

  it.each([
    ['End Check', 'End the check', 'endCheck', 'Check ended.'],
    ['Cancel Check', 'Cancel the check', 'cancelCheck', 'Check canceled.'],
  ] as const)('%s: asks first, does it, and says so', async (asks, yes, name, text) => {
    const status = openStatus({ checkStatus: running, [name]: { ok: true } })
    await press(status, asks)
    await press(status, 'Keep checking')
    expect(status.called.some((call) => call.name === name)).toBe(false)
    status.reply({ checkStatus: noCheck })
    await press(status, asks)
    await press(status, yes)
    await screen.findByText(text)
    await screen.findByText('No check is in progress.')
    expect(status.written()).toEqual([{ name, body: { checkId: 'c1', number: 7 } }])
  })

  it.each([
    ['End Check', 'End the check'],
    ['Cancel Check', 'Cancel the check'],
  ])(
    'a second tap on the spot of %s is no answer to the question that it asks',
    async (asks, yes) => {
      const status = openStatus({ checkStatus: running })
      await status.user.click(await screen.findByRole('button', { name: asks }))
      // Every tap is in the same place here.
      await status.user.click(screen.getByRole('button', { name: yes }))
      expect(status.written()).toEqual([])
    },
  )

  it('says nothing of a check that a colleague ended, once the next one is on', async () => {
    const { status, answer } = await endSlowly()
    status.reply({ checkStatus: { ...running, checkId: 'c2', startedBy: 'Mo' } })
    await act(() => status.queryClient.invalidateQueries())
    await screen.findByText(/started by Mo/)
    const asked = () => status.called.filter(({ name }) => name === 'checkStatus').length
    const askedBefore = asked()
    answer()
    await expect.poll(asked).toBeGreaterThan(askedBefore)
    expect(screen.queryByText('Check ended.')).toBeNull()
  })

  it('is busy, and its question open, until the check is ended', async () => {
    const { answer } = await endSlowly()
    const button = screen.getByRole('button', { name: 'End Check' })
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
    const yes = screen.getByRole('button', { name: 'End the check' })
    expect(yes.getAttribute('aria-busy')).toBe('true')
    answer()
    await screen.findByText('Check ended.')
    await waitFor(() => expect(screen.queryByText('End this check?')).toBeNull())
  })

  it('is not closed unasked without what this phone has not sent into it', async () => {
    const status = openStatus({ checkStatus: running, endCheck: { ok: true } }, 'waits')
    const { queue, undos } = queuesOf('waits')
    const tap = { monitor: { firstName: 'Mona' }, outcome: 'miss', now: new Date() } as const
    for (const checkId of ['c1', 'earlier']) {
      queue.add(markOf({ ...tap, tent: activeTent({ order: 'B' }), checkId, markId: checkId }))
      undos.add({ undoId: checkId, id: 'A', checkId, tentLabel: 'A', number: 3, markId: null })
    }
    keepExclusions('waits', 'c1', new Map([['Ann', true]]), new Map())
    await press(status, 'End Check')
    screen.getByText('3 of your marks, undos or exclusions are not sent yet.')
    await press(status, 'End without them')
    await screen.findByText('Check ended.')
  })

  it.each([unanswered, mute])('says that it did not work', async (cancelCheck) => {
    const status = openStatus({ checkStatus: running, cancelCheck })
    await press(status, 'Cancel Check')
    await press(status, 'Cancel the check')
    await screen.findByText('Action failed.')
  })

  it.each([
    [unanswered, 'Could not load check status.'],
    [mute, 'Failed to fetch status'],
  ] as const)('says that it could not be loaded', async (checkStatus, text) => {
    openStatus({ checkStatus })
    await screen.findByText(text)
  })

  it('is asked for every 10 s', async () => {
    vi.useFakeTimers({ toFake: [...timers] })
    const { called } = openStatus({ checkStatus: noCheck })
    for (const [ms, asked] of [
      [9900, 1],
      [200, 2],
      [9800, 2],
      [200, 3],
    ] as const) {
      await act(() => vi.advanceTimersByTimeAsync(ms))
      expect(called).toHaveLength(asked)
    }
  })

  it('is asked for at once after events, once for several', async () => {
    vi.useFakeTimers({ toFake: [...timers] })
    let tell = (_event: string) => {}
    const socket = {
      on: () => {},
      onAny: (told: typeof tell) => {
        tell = told
      },
      disconnect: () => {},
    }
    vi.spyOn(liveSocket, 'openLiveSocket').mockReturnValue(socket as unknown as LiveSocket)
    const { called, queryClient } = openStatus({ checkStatus: noCheck })
    for (const [event, ms, asked] of [
      ['presenceUpdated', 600, 1],
      ['checkStarted', 400, 1],
      ['tentStatusUpdated', 400, 1],
      ['presenceUpdated', 200, 2],
    ] as const) {
      tell(event)
      await act(() => vi.advanceTimersByTimeAsync(ms))
      expect(called).toHaveLength(asked)
    }
    // The dashboard's tents have other Misses once a check is over, and by others.
    queryClient.setQueryData(tentsKey, [])
    tell('tentStatusUpdated')
    expect(queryClient.getQueryState(tentsKey)?.isInvalidated).toBe(false)
    tell('checkEnded')
    expect(queryClient.getQueryState(tentsKey)?.isInvalidated).toBe(true)
  })
})
