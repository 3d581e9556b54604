import { screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { shiftsPicture } from '../../../../tests/support/shifts-picture.ts'
import { show } from '../../../../tests/support/show.tsx'
import type { Shown } from '../picture/use-shifts.ts'
import { WeekNav } from './week-nav.tsx'

beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => void vi.unstubAllEnvs())

/** On Wed, Jan 28; the days from Jan 12 are still shown. */
const picture = shiftsPicture({ from: '2026-01-12' })

it.each([
  ['2026-01-26', '2026-01-19', '2026-02-02'],
  [null, '2026-01-21', '2026-02-04'],
])(
  'goes on from the days that were asked for, %s, though others are still shown',
  async (from, before, after) => {
    const asked: Shown[] = []
    const { user } = show(
      <WeekNav
        title="The plan"
        picture={picture}
        shown={{ from, days: 7 }}
        onShow={(wanted) => void asked.push(wanted)}
      />,
    )
    screen.getByRole('heading', { name: 'The plan: Mon Jan 12 to Sun Jan 18' })
    await user.click(screen.getByRole('button', { name: 'The days before' }))
    await user.click(screen.getByRole('button', { name: 'The days after' }))
    expect(asked.map((shown) => shown.from)).toEqual([before, after])
  },
)

it('"Today" can keep the focus, and does nothing more where it is shown', async () => {
  const asked: Shown[] = []
  function Days() {
    const [shown, setShown] = useState<Shown>({ from: '2026-01-26', days: 7 })
    const onShow = (wanted: Shown) => {
      asked.push(wanted)
      setShown(wanted)
    }
    return <WeekNav title="The plan" picture={picture} shown={shown} onShow={onShow} />
  }
  const { user } = show(<Days />)
  const today = screen.getByRole('button', { name: 'Today' })
  await user.click(today)
  expect(today.getAttribute('aria-disabled')).toBe('true')
  expect(today).toHaveProperty('disabled', false)
  await user.click(today)
  expect(asked).toEqual([{ from: null, days: 7 }])
})
