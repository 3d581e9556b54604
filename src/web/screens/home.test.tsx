// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openScreen, unanswered } from '../../../tests/support/show.tsx'

it('the home page says what it could not load, and logs why', async () => {
  const { logged } = openScreen('/', { getTentLink: unanswered, listTents: unanswered })
  await screen.findByText('Tent registration could not be loaded.')
  await screen.findByText('The number of tents could not be loaded.')
  expect(logged.join()).toContain('could not be reached')
})
