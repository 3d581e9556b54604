import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type Replies, show, unanswered } from '../../../tests/support/show.tsx'
import { documentBytesAtMost } from '../../shared/documents/contract.ts'
import { TimeZone } from '../ui/times.ts'
import { documentsTexts } from './texts.ts'
import { UploadForm } from './upload-form.tsx'

const open = (replies: Replies) =>
  show(
    <TimeZone value="America/Los_Angeles">
      <UploadForm kind="policy" label="Policy" mayRead mayChange />
    </TimeZone>,
    replies,
  )
const uploaded = {
  kind: 'policy' as const,
  url: '/uploads/policy/a.pdf',
  at: '2026-01-19T03:04:00Z',
  by: { netID: 'head1', name: 'Harper Quinn' },
  bytes: 1_468_006,
  pages: 12,
}

describe('the form for a document', () => {
  it.each([
    [uploaded, '12 pages, 1.4 MB'],
    [{ ...uploaded, bytes: 2100, pages: 1 }, '1 page, 3 kB'],
    [{ ...uploaded, bytes: documentBytesAtMost }, '12 pages, 15.0 MB'],
    [{ ...uploaded, pages: null }, '1.4 MB'],
  ])('says what is uploaded, by whom and when', async (one, text) => {
    open({ listDocuments: { documents: [{ ...one, kind: 'calendar' }, one] } })
    const link = await screen.findByRole('link', { name: text })
    expect(link.getAttribute('href')).toBe(uploaded.url)
    expect(link.parentElement?.textContent).toBe(
      `${text}, 1/18/2026, 7:04 PM Los Angeles time, by Harper Quinn`,
    )
  })

  it.each<[string, { status: number; responseText: string } | null]>([
    ['File uploaded successfully.', { status: 200, responseText: '{}' }],
    ['This file is not a PDF.', { status: 400, responseText: 'This file is not a PDF.' }],
    ['Upload failed', null],
  ])('asks for a file first, and says what became of it: %s', async (text, answer) => {
    const { user } = open({ listDocuments: { documents: [] } })
    let sent: FormData | undefined
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        upload = {}
        status = answer?.status
        responseText = answer?.responseText
        onload = () => {}
        onerror = () => {}
        open() {}
        getResponseHeader = () => 'text/plain'
        send(form: FormData) {
          sent = form
          queueMicrotask(answer === null ? this.onerror : this.onload)
        }
      },
    )
    const button = await screen.findByRole('button', { name: 'Upload policy' })
    await user.click(button)
    await screen.findByText('Please choose a file first.')
    expect(sent).toBeUndefined()
    const file = new File(['%PDF-'], 'policy.pdf', { type: 'application/pdf' })
    await user.upload(screen.getByLabelText(/^Policy \(PDF/), file)
    await user.click(button)
    await screen.findByText(text)
    expect(sent?.get('file')).toBeInstanceOf(File)
  })

  it('says that nothing is, or that it could not be loaded', async () => {
    const { reply, user } = open({ listDocuments: unanswered })
    await screen.findByText(documentsTexts.uploadsFailed)
    reply({ listDocuments: { documents: [] } })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText(documentsTexts.noneUploaded)
  })
})
