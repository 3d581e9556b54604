import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import { FirstRun } from './first-run.tsx'

it.each([
  [true, 'There are three ways to get one.'],
  [false, 'There are two ways to get one.'],
])('offers the demo season only where it can be loaded: %s', async (mayLoadDemo, said) => {
  show(<FirstRun mayLoadDemo={mayLoadDemo} onLoaded={async () => {}} />)
  await screen.findByText(new RegExp(said))
  const load = screen.queryByRole('button', { name: 'Load the demo season' })
  expect(load !== null).toBe(mayLoadDemo)
})
