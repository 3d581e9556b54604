// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../../tests/support/show.tsx'
import type { Shown } from '../picture/use-shifts.ts'
import { WeekNav } from './week-nav.tsx'

it('goes on from the days that were asked for, though others are still shown', async () => {
  const asked: Shown[] = []
  const nav = (shown: Shown) => (
    <WeekNav
      title="The plan"
      from="2026-01-19"
      shown={shown}
      onShow={(wanted) => void asked.push(wanted)}
    />
  )
  const { user } = show(nav({ from: '2026-01-26', days: 7 }))
  await user.click(screen.getByRole('button', { name: 'The days after' }))
  await user.click(screen.getByRole('button', { name: 'The days before' }))
  expect(asked).toEqual([
    { from: '2026-02-02', days: 7 },
    { from: '2026-01-19', days: 7 },
  ])
})
