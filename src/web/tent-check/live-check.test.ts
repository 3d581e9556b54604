import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CheckStatus } from '../../shared/tent-check/contract.ts'
import { NetworkError } from '../api/call.ts'
import type { LiveSocket } from '../api/live-socket.ts'
import { LiveCheck } from './live-check.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const none: CheckStatus = {
  isCheckInProgress: false,
  checkId: null,
  startedBy: '',
  startedAt: '',
  number: 0,
  numCheckers: 0,
  pages: [],
  activeTents: [],
  marked: [],
  excludedNames: [],
}

const running = { ...none, isCheckInProgress: true, checkId: 'c', number: 1, numCheckers: 1 }

/** A page whose questions are answered by hand, in the order they were asked. */
function openPage() {
  const handlers = new Map<string, () => void>()
  const socket = {
    connected: true,
    on: (name: string, handle: () => void) => handlers.set(name, handle),
  }
  const answers: ((status: CheckStatus) => void)[] = []
  const network = { isGone: false, asked: 0 }
  const closed = vi.fn()
  const live = new LiveCheck({
    socket: socket as unknown as LiveSocket,
    closeSocket: () => {},
    ask: () => {
      network.asked += 1
      if (network.isGone) return Promise.reject(new NetworkError('No network.'))
      return new Promise((resolve) => answers.push(resolve))
    },
    isLineMonitor: true,
    remembered: null,
    rememberedWishes: () => new Map(),
    onWishes: () => {},
    onClosed: closed,
    onEmpty: () => {},
    onRefused: () => {},
    onDoubt: () => {},
  })
  return { live, answers, network, closed, connect: () => handlers.get('connect')?.() }
}

it('a page that connects while its question is under way asks once more: the answer may be older', async () => {
  const { live, answers, closed, connect } = openPage()
  connect()
  expect(answers).toHaveLength(1)
  answers[0]?.(running)
  await vi.advanceTimersByTimeAsync(1000)
  expect(live.getState().picture.check?.checkId).toBe('c')

  // The check ended between that answer and the connection: no event will tell of it.
  expect(answers).toHaveLength(2)
  answers[1]?.(none)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(live.getState().picture.check).toBeNull()
  expect(closed).toHaveBeenCalledWith('unseen')
  expect(answers).toHaveLength(2)
  live.close()
})

it('a page that connects again asks until it is answered: the check may be over', async () => {
  const { live, answers, network, closed, connect } = openPage()
  answers[0]?.(running)
  await vi.advanceTimersByTimeAsync(0)
  network.isGone = true
  network.asked = 0
  connect()
  await vi.advanceTimersByTimeAsync(7000)
  // At once, then after 1, 2 and 4 seconds.
  expect(network.asked).toBe(4)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(network.asked).toBeLessThan(50)

  network.isGone = false
  await vi.advanceTimersByTimeAsync(15_000)
  expect(answers).toHaveLength(2)
  answers[1]?.(none)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(live.getState().picture.check).toBeNull()
  expect(closed).toHaveBeenCalledWith('unseen')
  expect(answers).toHaveLength(2)
  live.close()
})
