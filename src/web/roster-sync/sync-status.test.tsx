import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import { texts } from '../../shared/messages.ts'
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
  await screen.findByText(texts.airtableKeyUnreadable)
  reply({ rosterSync: asItIs })
  await queryClient.refetchQueries()
  await expect.poll(() => screen.queryByText(texts.airtableKeyUnreadable)).toBeNull()
  screen.getByText('The tents come from Airtable.')
})

it('results that were given up are said to be, and the focus is at what is sent', async () => {
  const failed = {
    ...{ tentId: 'rec1', order: '1', name: 'Ice', results: 1, failure: 'No such field.' },
    ...{ attempts: 3, nextAttemptAt: '2026-01-19T08:14:00Z' },
  }
  const { user, reply } = show(<SyncStatus />, { rosterSync: { ...asItIs, failed: [failed] } })
  await user.click(await screen.findByRole('button', { name: 'Give up Ice' }))
  const question = within(await screen.findByRole('dialog'))
  reply({
    giveUpResults: () => {
      reply({ rosterSync: asItIs })
      return { ok: true, results: 1 }
    },
  })
  await user.click(question.getByRole('button', { name: 'Give up' }))
  await screen.findByText('Given up: it is not sent again.')
  await expect.poll(() => screen.queryByText('Could not be sent')).toBeNull()
  expect(document.activeElement).toBe(screen.getByText('Waiting for Airtable').closest('dl'))
})
