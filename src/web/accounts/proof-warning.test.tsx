import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import { ProofWarning } from './proof-warning.tsx'

it('the focus stays in its part once the warning is gone', async () => {
  const { user, reply } = show(
    <section aria-label="People">
      <ProofWarning />
    </section>,
    { netIDProof: { isUndecided: true }, leaveUnproven: { ok: true } },
  )
  const leave = await screen.findByRole('button', { name: 'Don’t require proof of netIDs' })
  reply({ netIDProof: { isUndecided: false } })
  await user.click(leave)
  await waitFor(() => expect(leave.isConnected).toBe(false))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'People' }))
})
