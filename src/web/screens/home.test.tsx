import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { activeTent } from '../../../tests/support/active-tent.ts'
import { seasonIn } from '../../../tests/support/season-in.ts'
import { openScreen, unanswered } from '../../../tests/support/show.tsx'
import { easternZone } from '../../shared/eastern-time.ts'

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
