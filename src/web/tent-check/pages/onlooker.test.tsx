import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { Routing } from '../../routing/location.tsx'
import { Onlooker, type OwnTent } from './onlooker.tsx'

afterEach(cleanup)

const tent = (order: string) => activeTent({ order, name: `Name of ${order}` })

const retry = vi.fn()

function ownPanel(
  own: OwnTent['tent'],
  orders: readonly string[],
  { isPending = false, state }: { isPending?: boolean; state?: OwnTent['state'] } = {},
): HTMLElement {
  const useOwnTent = () => ({ tent: own, state, isPending, retry })
  const check = { checkId: 'c1', tents: orders.map(tent) }
  render(<Onlooker check={check} useOwnTent={useOwnTent} isEnding={false} />, { wrapper: Routing })
  return screen.getByRole('region', { name: 'Your tent' })
}

it('of the own tent, not known yet, it says that it is waited for', () => {
  const panel = ownPanel(undefined, ['47'], { isPending: true })
  expect([panel.textContent, panel.getAttribute('aria-busy')]).toEqual(['', 'true'])
})

it.each([
  ['that could not be loaded', undefined],
  ['of which it could not be loaded how it is', tent('3')],
])('of the own tent %s, it says so, and loads it again on demand', (_, own) => {
  retry.mockClear()
  const panel = ownPanel(own, ['47'])
  expect(panel.getAttribute('aria-busy')).toBe('false')
  expect(within(panel).getByRole('alert').textContent).toBe('Failed to load tent data.')
  fireEvent.click(within(panel).getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledOnce()
})

it.each([
  ['none', null, undefined, 'We couldn’t find a tent associated with your netID.'],
  ['one that remains', tent('47'), 'left', 'Your tent, 47 Name of 47Not checked yet'],
  ['one that is marked', tent('3'), 'checked', 'Your tent, 3 Name of 3CheckedHow it went'],
  [
    'one that is not in the check',
    tent('3'),
    'without',
    'Your tent, 3 Name of 3This check is without your tent.',
  ],
] as const)('of the own tent, %s, it says how it is', (_, own, state, said) => {
  const panel = ownPanel(own, ['47', '48'], { state })
  expect([panel.textContent, panel.getAttribute('aria-busy')]).toEqual([said, 'false'])
})

it('when no tent remains, says so below the own one', () => {
  expect(ownPanel(tent('47'), [], { state: 'checked' }).textContent).toContain('Checked')
  expect(screen.getByText('Every tent of this check is marked.')).toBeDefined()
})
