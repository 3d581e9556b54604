import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { rosterRow } from '../../../../tests/support/roster-row.ts'
import { show } from '../../../../tests/support/show.tsx'
import { TentActions } from './tent-actions.tsx'

it('while tents trade places, neither is edited or taken off the roster', async () => {
  const [first, second] = ['1', '2'].map((order) => ({
    ...rosterRow({ order, name: `Tent ${order}` }),
    id: `t${order}`,
  }))
  if (first === undefined || second === undefined) throw new Error('There are two')
  const { user } = show(
    <TentActions
      tent={first}
      tents={[first, second]}
      onSaved={async () => {}}
      onRetired={() => {}}
    />,
    { editRoster: () => new Promise(() => {}) },
  )
  await user.click(screen.getByRole('button', { name: 'Trade places with 2 Tent 2' }))
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.click(screen.getByRole('button', { name: 'Take off the roster…' }))
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})
