import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import { ClosedSeasons } from './closed-seasons.tsx'
import { checkHistoryTexts } from './texts.ts'

it('a closed season is summed up, its Misses by type', async () => {
  const closed = { name: '2026', closedAt: '2026-03-01T17:00:00.000Z', tents: 130, checks: 41 }
  const byType = [
    { type: '', makes: 0, misses: 2 },
    { type: 'Blue', makes: 300, misses: 10 },
  ]
  show(<ClosedSeasons />, { closedSeasons: { seasons: [{ ...closed, byType }] } })
  await screen.findByText('Season 2026')
  screen.getByText('closed 3/1/2026, 12:00 PM Eastern')
  const sums = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(sums.slice(1)).toEqual(['Tents 130', 'Checks 41', 'Makes 300', 'Misses 12'])
  screen.getByText('Misses by type: no type 2 of 2 marks, Blue 10 of 310.')
})

it('where none is closed, that is said', async () => {
  show(<ClosedSeasons />, { closedSeasons: { seasons: [] } })
  await screen.findByText(checkHistoryTexts.closedSeasonsEmpty)
})
