import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CallClock } from './call-clock.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('shows the whole time from the very moment of the last call, and then what is left of it', async () => {
  const beganAt = Date.parse('2026-01-19T03:04:00Z')
  vi.useFakeTimers({ now: beganAt })
  const clock = (closesAt: string | null) => (
    <CallClock check={{ calls: [], callsAtMost: 3, closesAt }} />
  )
  const { rerender } = render(clock(null))
  vi.setSystemTime(beganAt + 600_000)
  rerender(clock(new Date(beganAt + 720_000).toISOString()))
  expect(screen.getByRole('timer').textContent).toBe('closes in 2:00')
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(screen.getByRole('timer').textContent).toBe('closes in 1:30')
})
