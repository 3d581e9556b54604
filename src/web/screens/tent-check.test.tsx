// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { noCheck } from '../../../tests/support/check-status.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { openScreen, person } from '../../../tests/support/show.tsx'

it('where a check is started the last one stands below, and leads to who missed', async () => {
  const ended = {
    id: 'c2',
    startedAt: '2026-01-19T14:10:00.000Z',
    startedBy: { netID: 'tb1', name: 'Taylor Brooks' },
    endedAt: '2026-01-19T14:31:00.000Z',
    ending: 'ended',
    tents: 24,
    makes: 13,
    misses: 11,
    unmarked: 0,
    late: 0,
    corrected: 0,
    period: 'Blue',
    clock: 'day',
    inGrace: false,
  } as const
  const bees = { ...rosterRow({ order: 'B', name: 'Bees' }), id: 'recB', people: [] }
  openScreen(
    '/tent-check',
    {
      checkStatus: noCheck,
      listTents: [bees],
      listChecks: { checks: [ended], more: false },
    },
    { ...person, isLineMonitor: true },
  )
  await screen.findByRole('button', { name: 'Start Check' })
  const link = await screen.findByRole('link', { name: 'Mon, 1/19/2026, 9:10 AM Eastern' })
  expect(link.getAttribute('href')).toBe('/checks/c2')
  expect(link.parentElement?.textContent).toContain('Makes 13 · Misses 11')
})
