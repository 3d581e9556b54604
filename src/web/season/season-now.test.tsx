import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Season } from '../../shared/season/contract.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'
import { seasonNow } from '../../shared/season/rules.ts'
import { SeasonNow } from './season-now.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

const grace = {
  id: 'g1',
  from: '2026-02-05T07:00:00.000Z',
  until: '2026-02-05T09:00:00.000Z',
  reason: 'Tent check',
}

function shownAt(at: string, graces = [grace], rules: Partial<Season> = {}) {
  const whole = { ...defaultRules, ...rules }
  const now = seasonNow(whole, graces, Date.parse(at))
  const aheadMs = Date.parse(at) - Date.now()
  return render(<SeasonNow season={{ ...whole, now }} aheadMs={aheadMs} />).container
}

const next = 'Wellness week from Mon, Feb 9, 2026, 7:00 AM: no checks'

it.each([
  ['2026-02-05T10:00:00Z', `Blue, night, 6 required${next}`],
  ['2026-02-05T08:00:00Z', 'Grace until 4:00 AMBlue, night, 6 required'],
  ['2027-01-05T08:00:00Z', 'No tenting nowThe season is over'],
])('says at %s: %s', (at, text) => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(shownAt(at).textContent).toBe(text)
})

it.each([
  ['grace', '2026-02-05T08:00:00Z', 'Grace until 1:00 AM Los Angeles time'],
  ['the next period', '2026-02-05T10:00:00Z', '7:00 AM Los Angeles time: no checks'],
  ['the end', '2026-02-20T08:00:00Z', 'Feb 28, 2026, 7:00 AM Los Angeles time'],
])('names the zone of %s where the device has another time', (_, at, expected) => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(shownAt(at, [grace], { timeZone: 'America/Los_Angeles' }).textContent).toContain(expected)
})

it('goes on where no further answer comes', async () => {
  vi.stubEnv('TZ', 'America/New_York')
  vi.useFakeTimers()
  const shown = shownAt('2026-02-05T08:59:30Z')
  expect(shown.textContent).toBe('Grace until 4:00 AMBlue, night, 6 required')
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(shown.textContent).toBe(`Blue, night, 6 required${next}`)
  await act(() => vi.advanceTimersByTimeAsync(3 * 3_600_000))
  expect(shown.textContent).toBe(`Blue, day, 1 required${next}`)
})
