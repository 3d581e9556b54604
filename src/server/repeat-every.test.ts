import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { repeatEvery } from './repeat-every.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const log = { error: vi.fn() }

it('leaves a run out while the last one is not over, and stopping waits for that one alone', async () => {
  const over: (() => void)[] = []
  const stop = repeatEvery({ log }, () => new Promise((resolve) => over.push(resolve)), '', 1)
  await vi.advanceTimersByTimeAsync(10)
  expect(over).toHaveLength(1)
  over[0]?.()
  await vi.advanceTimersByTimeAsync(1)
  expect(over).toHaveLength(2)
  const stopped = vi.fn()
  void stop().then(stopped)
  await vi.advanceTimersByTimeAsync(10)
  expect(stopped).not.toHaveBeenCalled()
  over[1]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(stopped).toHaveBeenCalled()
  expect(over).toHaveLength(2)
})

it('logs a run that failed, and tries the next one', async () => {
  const work = vi.fn(() => Promise.reject(new Error('full')))
  const stop = repeatEvery({ log }, work, 'no backup', 1)
  await vi.advanceTimersByTimeAsync(2)
  await stop()
  expect(work).toHaveBeenCalledTimes(2)
  expect(log.error).toHaveBeenCalledWith({ err: new Error('full') }, 'no backup')
})
