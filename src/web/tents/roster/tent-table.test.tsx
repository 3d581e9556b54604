import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { rosterRow } from '../../../../tests/support/roster-row.ts'
import { show } from '../../../../tests/support/show.tsx'
import type { ListedTent } from '../../../shared/tents/contract.ts'
import { TentPeople } from './tent-facts.tsx'
import { TentTable } from './tent-table.tsx'

const tents: ListedTent[] = Array.from({ length: 1000 }, (_, place) => ({
  ...rosterRow({
    order: String(place + 1),
    name: `Tent ${place + 1}`,
    type: place % 2 === 0 ? 'Black' : 'Blue',
    numberOfMisses: place === 500 ? 2 : 0,
  }),
  id: `t${place}`,
  people: [],
}))

const rows = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)

describe('the table of tents', () => {
  it('draws few of many at first, and finds any one', async () => {
    const { user } = show(<TentTable tents={tents} opened={() => null} openedById={() => null} />)
    expect(rows()).toHaveLength(25)
    await user.type(screen.getByRole('searchbox'), 'tent 777')
    expect(await screen.findByText('1 of 1,000 tents')).toBeDefined()
    expect(rows()).toEqual(['Tent 777'])
    await user.clear(screen.getByRole('searchbox'))
    await user.click(await screen.findByRole('button', { name: 'Show more (975 left)' }))
    expect(rows()).toHaveLength(225)
  })

  it('is narrowed to a type and to misses, and sorted', async () => {
    const { user } = show(<TentTable tents={tents} opened={() => null} openedById={() => null} />)
    await user.selectOptions(screen.getByLabelText('Sorted by'), 'Most misses')
    expect((await screen.findAllByRole('rowheader'))[0]?.textContent).toBe('Tent 501')
    await user.selectOptions(screen.getByLabelText('Misses'), '1 or more')
    expect(await screen.findByText('1 of 1,000 tents')).toBeDefined()
    await user.selectOptions(screen.getByLabelText('Type'), 'Blue')
    expect(await screen.findByText('No tent matches.')).toBeDefined()
  })

  it.each([
    [0, 'There are no tents yet.'],
    [1, '1 tent'],
    [2, '2 tents'],
  ])('says of %i tents: %s', (count, said) => {
    const some = tents.slice(0, count)
    show(<TentTable tents={some} opened={() => null} openedById={() => null} />)
    screen.getByText(said)
  })

  it('opens a tent, and closes it', async () => {
    const { user } = show(
      <TentTable
        tents={tents}
        opened={({ name }, close) => (
          <button type="button" onClick={close}>
            Close {name}
          </button>
        )}
        openedById={() => null}
      />,
    )
    await user.click(screen.getByRole('button', { name: 'Tent 3' }))
    await user.click(screen.getByRole('button', { name: 'Close Tent 3' }))
    expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull()
  })
})

describe('the people of a tent', () => {
  const [tent] = tents
  const guessed = /^Each netID is shown beside the member in the same place/
  it.each([
    ['says that netIDs are paired by place', 'al1', 1],
    ['says nothing of netIDs where there are none', null, 0],
  ])('%s', (_, netID, times) => {
    const people = [{ id: 'm1', name: 'Al One', netID }]
    if (tent === undefined) throw new Error('There is a tent')
    show(<TentPeople tent={{ ...tent, members: 'Al One', people }} accounts={[]} />)
    expect(screen.getByText('Al One')).toBeDefined()
    expect(screen.queryAllByText(guessed)).toHaveLength(times)
  })
})
