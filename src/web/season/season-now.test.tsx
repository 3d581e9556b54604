import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Season } from '../../shared/season/contract.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'
import { seasonNow } from '../../shared/season/rules.ts'
import { SeasonNow } from './season-now.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllEnvs()
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
  return render(<SeasonNow season={{ ...whole, now }} />).container.textContent
}

const next = 'Wellness week from Mon, Feb 9, 2026, 7:00 AM: no checks'

it.each([
  ['2026-02-05T10:00:00Z', `Blue, night, 6 required${next}`],
  ['2026-02-05T08:00:00Z', 'Grace until 4:00 AMBlue, night, 6 required'],
  ['2027-01-05T08:00:00Z', 'No tenting nowThe season is over'],
])('says at %s: %s', (at, text) => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(shownAt(at)).toBe(text)
})

it.each([
  ['grace', '2026-02-05T08:00:00Z', 'Grace until 1:00 AM Los Angeles time'],
  ['the next period', '2026-02-05T10:00:00Z', '7:00 AM Los Angeles time: no checks'],
  ['the end', '2026-02-20T08:00:00Z', 'Feb 28, 2026, 7:00 AM Los Angeles time'],
])('names the zone of %s where the device has another time', (_, at, expected) => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(shownAt(at, [grace], { timeZone: 'America/Los_Angeles' })).toContain(expected)
})
