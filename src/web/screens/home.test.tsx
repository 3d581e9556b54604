import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { activeTent } from '../../../tests/support/active-tent.ts'
import { seasonIn } from '../../../tests/support/season-in.ts'
import { openScreen, unanswered } from '../../../tests/support/show.tsx'
import { easternZone } from '../../shared/eastern-time.ts'
import { unknownStats } from '../../shared/team-stats/unknown.ts'

it('the home page says what it could not load, and logs why', async () => {
  const { logged } = openScreen('/', { getTentLink: unanswered, listTents: unanswered })
  await screen.findByText('Tent registration could not be loaded.')
  await screen.findByText('The number of tents could not be loaded.')
  expect(logged.join()).toContain('could not be reached')
})

it.each([
  [true, '2'],
  [false, '0'],
])('the home page counts the tents, and none off season (%s)', async (inSeason, count) => {
  const listTents = ['1', '2'].map((order) => activeTent({ order }))
  openScreen('/', { listTents, getSeason: { ...seasonIn(easternZone), inSeason } })
  const label = await screen.findByText(/^NUMBER OF TENTS/)
  await expect.poll(() => label.nextElementSibling?.textContent).toBe(count)
})

it('the home page says as of when the season is that could not be loaded again', async () => {
  const page = openScreen('/', { getSeason: seasonIn(easternZone) })
  await screen.findByText(/required$/)
  expect(screen.queryByText(/^Offline/)).toBeNull()
  page.reply({ getSeason: unanswered })
  await page.queryClient.invalidateQueries({ queryKey: ['season'] })
  await screen.findByText('Offline: as of Sun, 1/18/2026, 10:04 PM Eastern.')
  screen.getByText(/required$/)
})

it.each([unknownStats, unanswered])('the home page falls back box by box', async (teamStats) => {
  openScreen('/', { teamStats, listTents: [activeTent({ order: '1' })] })
  const season = within(await screen.findByRole('region', { name: 'The season' }))
  const boxes = () =>
    season
      .getAllByRole('term')
      .map(({ textContent, nextElementSibling }) => [textContent, nextElementSibling?.textContent])
  await expect.poll(boxes).toEqual([
    ['AP RANK', 'TBD'],
    ['RECORD', '0-0'],
    ['STANDING', 'TBD'],
    ['NEXT OPPONENT', 'TBD'],
    ['NUMBER OF TENTS IN K-VILLE', '1'],
  ])
})
