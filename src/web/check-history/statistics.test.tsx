import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import type { CheckStatistics } from '../../shared/check-history/contract.ts'
import { Statistics } from './statistics.tsx'
import { checkHistoryTexts } from './texts.ts'

const counts = (length: number, some: Record<number, number>) =>
  Array.from({ length }, (_, index) => some[index] ?? 0)

const empty: CheckStatistics = {
  checks: 0,
  byHour: counts(24, {}),
  byWeekday: counts(7, {}),
  minutes: { median: null, p90: null },
  monitors: [],
  missRate: [],
}
const season: CheckStatistics = {
  checks: 10,
  byHour: counts(24, { 2: 8, 13: 2 }),
  byWeekday: counts(7, { 0: 4, 1: 1, 6: 5 }),
  minutes: { median: 30, p90: 40 },
  monitors: [
    { netID: 'mk1', name: 'Mona Kim', makes: 30, misses: 10 },
    { netID: 'bc2', name: 'Bo Chen', makes: 15, misses: 5 },
  ],
  missRate: [
    { period: 'Black', clock: 'night', marks: 40, misses: 4 },
    { period: null, clock: null, marks: 20, misses: 1 },
  ],
}

/** The rows of a plot: the name, the lengths of its bars in percent, and what the table says. */
async function plot(title: string) {
  const table = within(await screen.findByRole('table', { name: title }))
  return table
    .getAllByRole('row')
    .map((row) => [
      within(row).getByRole('rowheader').textContent,
      [...row.querySelectorAll('rect')].map((bar) =>
        Number.parseFloat(bar.getAttribute('width') ?? ''),
      ),
      within(row).getAllByRole('cell').at(-1)?.textContent,
    ])
}

it('each plot is as long as the number beside it', async () => {
  show(<Statistics isAsked />, { checkStatistics: season, closedSeasons: { seasons: [] } })
  expect(await plot('Minutes a check')).toEqual([
    ['Half took at most', [75], '30'],
    ['9 of 10 took at most', [100], '40'],
  ])
  expect(await plot('Checks by weekday')).toEqual([
    ['Mon', [20], '1'],
    ['Tue', [0], '0'],
    ['Wed', [0], '0'],
    ['Thu', [0], '0'],
    ['Fri', [0], '0'],
    ['Sat', [100], '5'],
    ['Sun', [80], '4'],
  ])
  expect(await plot('Share of Misses')).toEqual([
    ['Black, night', [100], '10.0 %: 4 of 40'],
    ['before there were rules', [50], '5.0 %: 1 of 20'],
  ])
  expect(await plot('Marks by monitor')).toEqual([
    ['Mona Kim (mk1)', [75, 25], 'Makes 30, Misses 10'],
    ['Bo Chen (bc2)', [37.5, 12.5], 'Makes 15, Misses 5'],
  ])
  const hours = await plot('Checks by hour of their start')
  expect(hours).toHaveLength(24)
  expect(hours[2]).toEqual(['2 AM', [100], '8'])
  expect(hours[13]).toEqual(['1 PM', [25], '2'])
})

it('the second of two bars begins where the first one ends', async () => {
  show(<Statistics isAsked />, { checkStatistics: season, closedSeasons: { seasons: [] } })
  const table = await screen.findByRole('table', { name: 'Marks by monitor' })
  const starts = [...table.querySelectorAll('rect')].map((bar) => bar.getAttribute('x'))
  expect(starts).toEqual(['0%', '75%', '0%', '37.5%'])
})

it('a season without a check says so, and draws nothing', async () => {
  show(<Statistics isAsked />, { checkStatistics: empty, closedSeasons: { seasons: [] } })
  await screen.findByText(checkHistoryTexts.statisticsEmpty)
  expect(screen.queryByRole('table')).toBeNull()
})

it('a span that is chosen is asked for and drawn', async () => {
  const closed = { name: '2025', closedAt: '2025-03-01T17:00:00.000Z' }
  const { user, reply } = show(<Statistics isAsked />, {
    checkStatistics: empty,
    closedSeasons: { seasons: [{ ...closed, tents: 1, checks: 1, byType: [] }] },
  })
  await screen.findByText(checkHistoryTexts.statisticsEmpty)
  reply({ checkStatistics: season })
  await screen.findByRole('option', { name: 'Season 2025' })
  await user.selectOptions(screen.getByLabelText('Checks to count'), 'Season 2025')
  await screen.findByRole('table', { name: 'Minutes a check' })
})
