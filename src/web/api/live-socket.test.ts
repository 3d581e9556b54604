import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectAgain, type LiveSocket } from './live-socket.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A socket of which only the connecting is there: it succeeds at once. */
function openSocket() {
  const handlers = new Map<string, (reason: string) => void>()
  const connected = vi.fn(() => handlers.get('connect')?.(''))
  const socket = {
    on: (name: string, handle: (reason: string) => void) => handlers.set(name, handle),
    connect: connected,
  }
  const stop = connectAgain(socket as unknown as LiveSocket)
  return { connected, stop, disconnect: (reason: string) => handlers.get('disconnect')?.(reason) }
}

it('a page that is sent away each time connects again, later each time', async () => {
  const { connected, disconnect } = openSocket()
  for (const waitMs of [1000, 2000, 4000, 8000, 15_000, 15_000]) {
    connected.mockClear()
    disconnect('io server disconnect')
    await vi.advanceTimersByTimeAsync(waitMs - 1)
    expect(connected).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(connected).toHaveBeenCalledTimes(1)
  }
  // It was let stay: the next time it is soon back.
  await vi.advanceTimersByTimeAsync(60_000)
  disconnect('io server disconnect')
  await vi.advanceTimersByTimeAsync(1000)
  expect(connected).toHaveBeenCalledTimes(2)
})

it('a socket that lost its network, or was closed, is left to itself', async () => {
  const { connected, disconnect, stop } = openSocket()
  disconnect('transport close')
  await vi.advanceTimersByTimeAsync(60_000)
  disconnect('io server disconnect')
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connected).not.toHaveBeenCalled()
})
