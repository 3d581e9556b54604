import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { rosterRow } from '../../../../tests/support/roster-row.ts'
import { Refused, show } from '../../../../tests/support/show.tsx'
import type { Tent } from '../../../shared/tents/contract.ts'
import { AddTent } from './add-tent.tsx'
import { TentActions } from './tent-actions.tsx'

it('what was changed of a tent and left is not there again, as others may have changed it', async () => {
  const tent = { ...rosterRow({ order: '1', name: 'Ants' }), id: 't1' }
  const { user } = show(
    <TentActions tent={tent} tents={[tent]} onSaved={async () => {}} onRetired={() => {}} />,
  )
  const edit = screen.getByRole('button', { name: 'Edit' })
  const field = () => screen.findByLabelText<HTMLInputElement>('Name')
  await user.click(edit)
  await user.type(await field(), ' and Bees')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(edit)
  expect((await field()).value).toBe('Ants')
})

it('what was written of a new tent is there again, until it is added', async () => {
  const { user, reply } = show(<AddTent onSaved={async () => {}} />)
  const add = await screen.findByRole('button', { name: 'Add a tent…' })
  const field = () => screen.findByLabelText<HTMLInputElement>('Name')
  await user.click(add)
  await user.type(await field(), 'Bees')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(add)
  expect((await field()).value).toBe('Bees')
  reply({ editRoster: { changes: [] } })
  await user.click(screen.getByRole('button', { name: 'Add it' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await user.click(add)
  expect((await field()).value).toBe('')
})

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

it('what a colleague changed meanwhile is shown beside what is typed, and changed only then', async () => {
  const ants = { ...rosterRow({ order: '1', name: 'Ants' }), id: 't1' }
  function Part() {
    const [tent, setTent] = useState<Tent>(ants)
    const onSaved = async () => setTent({ ...ants, name: 'Bees', type: 'Blue' })
    return <TentActions tent={tent} tents={[tent]} onSaved={onSaved} onRetired={() => {}} />
  }
  const { user, reply, written } = show(<Part />, {
    editRoster: new Refused(409, 'Look again.', 'tentChanged'),
  })
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  const field = await screen.findByLabelText<HTMLInputElement>('Name')
  await user.type(field, ' and Cats')
  await user.type(await screen.findByLabelText('Type'), 'Blue')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Look again.')
  await screen.findByText('Now it is: Bees')
  // What is typed is what it is now, too.
  expect(screen.queryByText('Now it is: Blue')).toBeNull()
  expect(field.value).toBe('Ants and Cats')
  reply({ editRoster: { changes: [] } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const fields = { name: 'Ants and Cats', type: 'Blue' }
  expect(written().map(({ body }) => body)).toEqual([
    { edits: [{ id: 't1', fields, was: { name: 'Ants', type: '' } }] },
    { edits: [{ id: 't1', fields, was: { name: 'Bees', type: 'Blue' } }] },
  ])
})
