import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import { dashboardMessages } from '../../shared/dashboard-messages.ts'
import type { RosterSync } from '../../shared/roster-sync/contract.ts'
import { SyncStatus } from './sync-status.tsx'

const asItIs: RosterSync = {
  ...{ source: 'airtable', pulledAt: null, counts: null },
  ...{ keyUnreadable: false, failure: null, missingColumns: [], problems: [], problemCount: 0 },
  ...{ shrink: null, waiting: 0, oldestWaitingSince: null, failed: [], differences: [] },
  ...{ requestsThisMonth: 0, blocked: null },
}

it('says that this server cannot read the API key, until it can', async () => {
  const rosterSync = { ...asItIs, keyUnreadable: true }
  const { reply, queryClient } = show(<SyncStatus />, { rosterSync })
  await screen.findByText(dashboardMessages.airtableKeyUnreadable)
  reply({ rosterSync: asItIs })
  await queryClient.refetchQueries()
  await expect.poll(() => screen.queryByText(dashboardMessages.airtableKeyUnreadable)).toBeNull()
  screen.getByText('The tents come from Airtable.')
})

it('says why the last pull failed, and which columns the table lacks', async () => {
  const missingColumns = ['Members', 'Last Check']
  const failure = 'Airtable does not accept the API key.'
  show(<SyncStatus />, { rosterSync: { ...asItIs, failure, missingColumns } })
  await screen.findByText(`The last pull failed. ${failure}`)
  await screen.findByText(/^The table at Airtable lacks “Members”, “Last Check”\./)
})

it('says what waits, and since when, and what was refused, which is given up after a question', async () => {
  const at = '2026-01-19T03:04:00.000Z'
  const failure = 'The tent is no longer in the table at Airtable.'
  const failed = {
    ...{ tentId: 'recB', order: 'B', name: 'Bees', results: 1 },
    ...{ failure, attempts: 1, nextAttemptAt: at },
  }
  const { user, written, reply } = show(<SyncStatus />, {
    rosterSync: { ...asItIs, waiting: 2, oldestWaitingSince: at, failed: [failed] },
    giveUpResults: () => {
      reply({ rosterSync: asItIs })
      return { ok: true, results: 1 }
    },
  })
  await screen.findByText(/^2 results, the oldest since/)
  await screen.findByText(failure, { exact: false })
  await user.click(screen.getByRole('button', { name: 'Give up Bees' }))
  expect(written()).toEqual([])
  const question = within(await screen.findByRole('dialog'))
  await user.click(question.getByRole('button', { name: 'Give up' }))
  await screen.findByText('Given up: it is not sent again.')
  await expect.poll(() => screen.queryByText(failure, { exact: false })).toBeNull()
  expect(written()).toEqual([{ name: 'giveUpResults', body: { tentId: 'recB' } }])
  expect(document.activeElement).toBe(screen.getByText('Waiting for Airtable').closest('dl'))
})

it('keeps the focus beside what was settled with Airtable', async () => {
  const difference = {
    ...{ tentId: 'recB', order: 'B', name: 'Bees', results: 0 },
    columns: ['Number of Misses (1 here, 2 at Airtable)'],
  }
  const { user, reply } = show(<SyncStatus />, {
    rosterSync: { ...asItIs, differences: [difference] },
    settleDifference: () => {
      reply({ rosterSync: asItIs })
      return { ok: true }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Airtable is right about Bees' }))
  await expect.poll(() => screen.queryByRole('button', { name: /Bees/ })).toBeNull()
  expect(document.activeElement).toBe(screen.getByText('Waiting for Airtable').closest('dl'))
})
