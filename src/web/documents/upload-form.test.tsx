// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Replies, show, unanswered } from '../../../tests/support/show.tsx'
import { documentsTexts } from './texts.ts'
import { UploadForm } from './upload-form.tsx'

const open = (replies: Replies) =>
  show(<UploadForm kind="policy" label="Policy" mayRead mayChange />, replies)
const uploaded = {
  kind: 'policy' as const,
  url: '/uploads/policy/a.pdf',
  at: '2026-01-19T03:04:00Z',
  by: { netID: 'head1', name: 'Harper Quinn' },
  bytes: 1_440_000,
  pages: 12,
}

describe('the form for a document', () => {
  it.each([
    [uploaded, '12 pages, 1.4 MB'],
    [{ ...uploaded, bytes: 2100, pages: 1 }, '1 page, 3 kB'],
    [{ ...uploaded, pages: null }, '1.4 MB'],
  ])('says what is uploaded, by whom and when', async (one, text) => {
    open({ listDocuments: { documents: [{ ...one, kind: 'calendar' }, one] } })
    const link = await screen.findByRole('link', { name: text })
    expect(link.getAttribute('href')).toBe(uploaded.url)
    expect(link.parentElement?.textContent).toBe(
      `${text}, 1/18/2026, 10:04 PM Eastern, by Harper Quinn`,
    )
  })

  it('says that nothing is, or that it could not be loaded', async () => {
    const { reply, queryClient } = open({ listDocuments: unanswered })
    await screen.findByText(documentsTexts.uploadsFailed)
    reply({ listDocuments: { documents: [] } })
    await queryClient.refetchQueries()
    await screen.findByText(documentsTexts.noneUploaded)
  })
})
