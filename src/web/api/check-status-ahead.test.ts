import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noCheck } from '../../../tests/support/check-status.ts'
import { askCheckStatusAhead, takeCheckStatusAhead } from './check-status-ahead.ts'
import { removeToken, setToken } from './token.ts'

const asked = vi.fn(async () => new Response(JSON.stringify(noCheck)))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('API_ROUTES', { checkStatus: { method: 'GET', path: '/api/check-status' } })
  vi.stubGlobal('fetch', asked)
  asked.mockClear()
  setToken('a')
})
afterEach(() => {
  void takeCheckStatusAhead()
  removeToken()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('what is asked ahead is taken once', async () => {
  askCheckStatusAhead()
  expect(await takeCheckStatusAhead()).toEqual(noCheck)
  expect(takeCheckStatusAhead()).toBeNull()
  expect(asked).toHaveBeenCalledOnce()
})

it('is not for another session', () => {
  askCheckStatusAhead()
  setToken('b')
  expect(takeCheckStatusAhead()).toBeNull()
})

it('is not taken late', () => {
  askCheckStatusAhead()
  vi.advanceTimersByTime(10_000)
  expect(takeCheckStatusAhead()).toBeNull()
})

it('is not asked by a visitor', () => {
  removeToken()
  askCheckStatusAhead()
  expect(takeCheckStatusAhead()).toBeNull()
  expect(asked).not.toHaveBeenCalled()
})

it('that failed is a failure to whoever takes it, and to nobody else', async () => {
  asked.mockRejectedValue(new TypeError('Failed to fetch'))
  askCheckStatusAhead()
  await expect(takeCheckStatusAhead()).rejects.toThrow('could not be reached')
  askCheckStatusAhead()
  await vi.advanceTimersByTimeAsync(20_000)
})
