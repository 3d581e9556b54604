import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import { TimeZone } from '../ui/times.ts'
import { Uploaded } from './uploaded.tsx'

it('says when a document was uploaded in the season’s zone', async () => {
  const by = { netID: 'boss', name: 'Harper Lee' }
  const document = {
    kind: 'policy' as const,
    url: '/uploads/1',
    at: '2026-01-19T08:04:00.000Z',
    by,
    pages: 12,
    bytes: 1_400_000,
  }
  show(
    <TimeZone value="America/Los_Angeles">
      <Uploaded kind="policy" />
    </TimeZone>,
    { listDocuments: { documents: [document] } },
  )
  const line = await screen.findByText(/, 1\/19\/2026, 12:04 AM Los Angeles time, by Harper Lee$/)
  expect(line).toBeDefined()
})
