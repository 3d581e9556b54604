import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import { readStored, setUpHiddenKey } from '../api/storage.ts'
import { SetUp } from './set-up.tsx'

const facts = {
  address: true,
  proof: false,
  roster: true,
  hadTents: true,
  rules: false,
  policy: false,
  calendar: false,
  signUp: false,
  monitors: false,
  trial: false,
}
const all = Object.fromEntries(Object.keys(facts).map((step) => [step, true])) as typeof facts

it('says what is done, what comes next, and where; it is hidden for good on this device', async () => {
  const { user, unmount } = show(
    <main tabIndex={-1}>
      <SetUp />
    </main>,
    { setUp: facts },
  )
  await screen.findByText('2 of 9')
  const [address, proof] = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(address?.textContent).toBe('Set the address of Tent City done')
  expect(proof?.textContent).toMatch(/^Decide about proof of netIDsSet CONFIRM_NETIDS/)
  expect(screen.getByText('Choose the line monitors').getAttribute('href')).toBe('#users')
  expect(screen.getByText('Try a tent check').getAttribute('href')).toBe('/tent-check')
  await user.click(screen.getByText('Hide this list on this device'))
  expect(screen.queryByRole('list')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('main'))
  unmount()
  expect(readStored(setUpHiddenKey)).not.toBeNull()
})

it('is folded where checks go on already', async () => {
  show(<SetUp />, { setUp: { ...facts, trial: true } })
  await screen.findByText('3 of 9')
  expect(screen.getByRole('group').hasAttribute('open')).toBe(false)
})

it('is gone once all is done', async () => {
  const { called } = show(<SetUp />, { setUp: all })
  await waitFor(() => expect(called).toHaveLength(1))
  expect(screen.queryByRole('list')).toBeNull()
})
