import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show, unanswered } from '../../../tests/support/show.tsx'
import type { ListedCheck } from '../../shared/check-history/contract.ts'
import { CheckList } from './check-list.tsx'
import { LastCheck } from './last-check.tsx'
import { checkHistoryTexts } from './texts.ts'

const check = (day: number): ListedCheck => ({
  id: `c${day}`,
  startedAt: `2026-01-${day}T08:00:00.000Z`,
  startedBy: { netID: 'mk1', name: 'Mona Kim' },
  endedAt: `2026-01-${day}T08:40:00.000Z`,
  ending: 'ended',
  ...{ makes: 1, misses: 0, unmarked: 0, late: 0, corrected: 0, tents: 1 },
  ...{ period: 'Blue', clock: 'night', inGrace: false },
})

it('follows the check that is on, and asks seldom once it is over: it may go on, or the next begin', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  })
  const isOn = { ...check(14), endedAt: null, ending: null }
  const { called, reply } = show(<CheckList />, { listChecks: { checks: [isOn], more: false } })
  await screen.findByText(/Still on/)
  reply({ listChecks: { checks: [{ ...check(14), makes: 3 }], more: false } })
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  await screen.findByText('Makes 3')
  await act(() => vi.advanceTimersByTimeAsync(45_000))
  expect(called).toHaveLength(2)
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect(called).toHaveLength(3)
})

it('asks for no page again once there are several', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  })
  const isOn = { ...check(14), endedAt: null, ending: null }
  const { user, called, reply } = show(<CheckList />, {
    listChecks: { checks: [isOn], more: true },
  })
  const more = await screen.findByRole('button', { name: 'Show more' })
  reply({ listChecks: { checks: [check(13)], more: false } })
  await user.click(more)
  await expect.poll(() => screen.getAllByRole('link')).toHaveLength(2)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(called).toHaveLength(2)
})

it('shows more checks, with the focus on the first that came, also after a failure', async () => {
  const { user, reply } = show(<CheckList />, {
    listChecks: { checks: [check(14), check(13)], more: true },
  })
  const more = await screen.findByRole('button', { name: 'Show more' })
  reply({ listChecks: unanswered })
  await user.click(more)
  await screen.findByRole('alert')
  reply({ listChecks: { checks: [check(12), check(11)], more: false } })
  await user.click(more)
  await expect.poll(() => screen.getAllByRole('link')).toHaveLength(4)
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement).toBe(screen.getAllByRole('link')[2])
})

it('a check whose ledger cannot be read is not said to be one without marks', async () => {
  const nothing = { makes: 0, misses: 0, unmarked: 0, late: 0, corrected: 0, tents: 0 }
  const unreadable = { ...check(14), ...nothing, period: null, clock: null }
  show(
    <>
      <CheckList />
      <LastCheck />
    </>,
    { listChecks: { checks: [unreadable], more: false } },
  )
  await expect
    .poll(() => screen.queryAllByText(checkHistoryTexts.checkUnreadable, { exact: false }))
    .toHaveLength(2)
  expect(screen.queryByText(/Makes|Misses|Not marked/)).toBeNull()
})
