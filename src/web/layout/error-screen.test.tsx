import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import { Link } from '../routing/link.tsx'
import { useLocation } from '../routing/location.tsx'
import { ErrorScreen } from './error-screen.tsx'

function Torn(): never {
  throw new Error('The pages are torn.')
}

function Screens() {
  return useLocation().pathname === '/else' ? <p>All is well</p> : <Torn />
}

it('says what failed, and nothing of it once one goes elsewhere', async () => {
  const { user } = show(
    <>
      <Link to="/else">Elsewhere</Link>
      <ErrorScreen>
        <Screens />
      </ErrorScreen>
    </>,
  )
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(
    'Unexpected Application Error!',
  )
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('The pages are torn.')
  await user.click(screen.getByText('Elsewhere'))
  await screen.findByText('All is well')
})
