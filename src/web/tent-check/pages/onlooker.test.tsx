// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { Onlooker, type OwnTent } from './onlooker.tsx'

afterEach(cleanup)

const tent = (order: string) => activeTent({ order, name: `Name of ${order}` })

function ownPanel(own: OwnTent, orders: readonly string[]): HTMLElement {
  render(<Onlooker tents={orders.map(tent)} useOwnTent={() => own} isEnding={false} />)
  return screen.getByRole('region', { name: 'Your tent' })
}

it.each([
  ['not known yet', undefined, '', 'true'],
  ['none', null, 'We couldn’t find a tent associated with your netID.', 'false'],
  ['one that remains', tent('47'), 'Your tent, 47 · Name of 47Not checked yet', 'false'],
  ['one that is marked', tent('3'), 'Your tent, 3 · Name of 3Off the list', 'false'],
])('of the own tent, %s, it says how it is', (_, own, said, isBusy) => {
  const panel = ownPanel(own, ['47', '48'])
  expect([panel.textContent, panel.getAttribute('aria-busy')]).toEqual([said, isBusy])
})

it('when no tent remains, says so below the own one', () => {
  expect(ownPanel(tent('47'), []).textContent).toContain('Off the list')
  expect(screen.getByText('Every tent of this check is marked.')).toBeDefined()
})
