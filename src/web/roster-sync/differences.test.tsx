import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Refused, type Replies, show } from '../../../tests/support/show.tsx'
import { refusals } from '../../shared/refusals.ts'
import type { Difference } from '../../shared/roster-sync/contract.ts'
import { Differences } from './differences.tsx'

const misses = 'Number of Misses (1 here, 2 at Airtable)'
const alpha: Difference = {
  tentId: 'recA',
  order: 'A',
  name: 'Alpha',
  columns: [misses],
  results: 1,
}
const beta: Difference = { ...alpha, tentId: 'recB', order: 'B', name: 'Beta', results: 0 }

const open = (differences: Difference[], replies: Replies = { settleDifference: { ok: true } }) =>
  show(
    <Differences
      differences={differences}
      focusAfter={(act) => act()}
      onChanged={async () => {}}
    />,
    replies,
  )

describe('tents that differ from Airtable after a set-back', () => {
  it('are named with what differs; what waits is sent, or counts as there', async () => {
    const { user, written } = open([alpha, beta])
    expect(screen.getAllByRole('listitem')[0]?.textContent).toContain(`A Alpha, ${misses}`)
    expect(screen.getByText(/1 result of it may have been sent/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Send Alpha' }))
    const settled = (tentId: string, send: boolean) => ({
      name: 'settleDifference',
      body: { tentId, send },
    })
    await expect.poll(() => written().at(-1)).toEqual(settled('recA', true))
    await screen.findByText('It is being sent.')
    expect(screen.queryByRole('button', { name: 'Send Beta' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Airtable is right about Beta' }))
    await expect.poll(() => written().at(-1)).toEqual(settled('recB', false))
    await screen.findByText('Settled: Airtable is right.')
  })

  it('that another super user settled are refused in words', async () => {
    const [status, words] = refusals.nothingDiffers
    const { user } = open([beta], { settleDifference: new Refused(status, words) })
    await user.click(screen.getByRole('button', { name: 'Airtable is right about Beta' }))
    expect(await screen.findByText(words)).toBeDefined()
  })

  it('where there are none nothing is said', () => {
    open([])
    expect(screen.queryByRole('heading')).toBeNull()
  })
})
