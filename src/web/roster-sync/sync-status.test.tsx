import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import { texts } from '../../shared/messages.ts'
import { SyncStatus } from './sync-status.tsx'

it('says that this server cannot read the API key, until it can', async () => {
  const rosterSync = {
    ...{ source: 'airtable' as const, triedAt: null, pulledAt: null, counts: null },
    ...{ keyUnreadable: true, failure: null, missingColumns: [], problems: [], problemCount: 0 },
    ...{ shrink: null, waiting: 0, oldestWaitingSince: null, failed: [], differences: [] },
    ...{ requestsThisMonth: 0, blocked: null },
  }
  const { reply, queryClient } = show(<SyncStatus />, { rosterSync })
  await screen.findByText(texts.airtableKeyUnreadable)
  reply({ rosterSync: { ...rosterSync, keyUnreadable: false } })
  await queryClient.refetchQueries()
  await expect.poll(() => screen.queryByText(texts.airtableKeyUnreadable)).toBeNull()
  screen.getByText('The tents come from Airtable.')
})
