import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { show } from '../../../../tests/support/show.tsx'
import { emptyParts } from '../../../shared/tent-check/empty-parts.ts'
import type { Connection } from '../live/live-check.ts'
import type { Check } from '../live/picture.ts'
import { StatusRow } from './status-row.tsx'

const checkOf = (pages: number[]): Check => ({
  ...emptyParts,
  checkId: 'c1',
  number: 1,
  numCheckers: pages.length,
  pages: pages.map((tentCount) => ({ first: 'A', last: 'B', tentCount })),
  tents: [],
  marked: [],
  excludedNames: [],
})

beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => void vi.unstubAllEnvs())

it.each([
  ['one page, once', [24], 20, 20, '20 of 24 left'],
  ['two pages, here and in all', [12, 12], 8, 20, '8 left here20 of 24 left'],
  ['no page, in all', [24], null, 20, '20 of 24 left'],
])('what is left is said on %s', (_, pages, here, left, expected) => {
  show(
    <StatusRow check={checkOf(pages)} left={left} here={here} connection="live" waiting={0}>
      {null}
    </StatusRow>,
  )
  const state = screen.getByText('Live').parentElement
  expect(state?.parentElement?.firstElementChild?.textContent).toBe(expected)
})

it('the latest call, when the check closes and what is taken back are announced, and no second of its clock', () => {
  const at = '2026-01-19T07:14:05.000Z'
  const calls = [1, 2].map((call) => ({ call, at, by: null }))
  const row = (check: Check) => (
    <StatusRow check={check} left={8} here={null} connection="live" waiting={0}>
      {null}
    </StatusRow>
  )
  onTestFinished(cleanup)
  const { rerender } = render(row(checkOf([24])))
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(said()).toEqual(['Connected', ''])
  rerender(row({ ...checkOf([24]), calls, callsAtMost: 3 }))
  expect(said()).toEqual(['Connected', '2nd call 2:14 AM'])
  const closing = { calls, callsAtMost: 2, closesAt: '2026-01-19T07:19:05.000Z' }
  rerender(row({ ...checkOf([24]), ...closing }))
  expect(said()).toEqual(['Connected', 'Final call 2:14 AM, closes at 2:19 AM'])
  rerender(row({ ...checkOf([24]), calls: calls.slice(0, 1), callsAtMost: 2 }))
  expect(said()).toEqual(['Connected', 'Final call was taken back'])
  rerender(row({ ...checkOf([24]), callsAtMost: 2 }))
  expect(said()).toEqual(['Connected', '1st call was taken back'])
  rerender(row({ ...checkOf([24]), calls: calls.slice(0, 1), callsAtMost: 2 }))
  expect(said()).toEqual(['Connected', '1st call 2:14 AM'])
})

it('what is sent is announced only while there is no connection', () => {
  const row = (connection: Connection, waiting: number) => (
    <StatusRow check={checkOf([24])} left={8} here={null} connection={connection} waiting={waiting}>
      {null}
    </StatusRow>
  )
  onTestFinished(cleanup)
  const { rerender } = render(row('live', 0))
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  rerender(row('live', 1))
  screen.getByText('Sending 1')
  expect(said()).toEqual(['Connected', ''])
  rerender(row('offline', 2))
  screen.getByText('Offline · 2')
  expect(said()).toEqual(['No connection, 2 waiting', ''])
  rerender(row('reconnecting', 0))
  expect(said()).toEqual(['Connecting again', ''])
})

it('a call names its zone, announced and in the row, on a phone of another', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  const calls = [{ call: 1, at: '2026-01-19T07:14:05.000Z', by: null }]
  const check = { ...checkOf([24]), calls, callsAtMost: 3 }
  show(
    <StatusRow check={check} left={8} here={null} connection="live" waiting={0}>
      {null}
    </StatusRow>,
  )
  screen.getByText('1st call 2:14 AM Eastern')
  expect(screen.getByRole('timer').textContent).toBe('1st call 2:14 AM Eastern')
})
