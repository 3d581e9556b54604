// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import type { ShownNotice } from '../../shared/notices/contract.ts'
import { NoticeList } from './notice-list.tsx'

const notice = (to: string, more: Partial<ShownNotice>): ShownNotice => ({
  id: to,
  kind: 'miss',
  to,
  about: 'Your tent has a Miss.',
  state: 'waiting',
  tries: 0,
  error: null,
  at: '2026-01-19T08:14:00Z',
  ...more,
})

it('what failed or was put off is sent again; what a person has to tell is copied and ticked off', async () => {
  const notices = [
    notice('al1', { state: 'failed', tries: 1, error: 'The mail server answered 550.' }),
    notice('bz2', { state: 'byHand' }),
    notice('cz3', { tries: 2, error: 'The mail server could not be reached.' }),
    notice('dz4', {}),
    notice('late', { isLate: true }),
    notice('link', { kind: 'resetPassword', tries: 1, error: 'The mail server took too long.' }),
    notice('ez5', { state: 'sent', tries: 2, error: 'Sent again with the same Message-ID.' }),
  ]
  const { user, written } = show(<NoticeList />, {
    listNotices: { notices },
    retryNotice: { ok: true },
  })
  await screen.findByText('cz3')
  const buttons = screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'))
  expect(buttons).toEqual([
    'Send again to al1',
    'Copy for al1',
    'Tick off al1',
    'Copy for bz2',
    'Tick off bz2',
    'Send again to cz3',
    'Copy for cz3',
    'Tick off cz3',
    'Send again to late',
    'Copy for late',
    'Tick off late',
    // Nobody can tell somebody else's link.
    'Send again to link',
  ])
  await user.click(screen.getByRole('button', { name: 'Send again to cz3' }))
  await expect.poll(written).toEqual([{ name: 'retryNotice', body: undefined }])
})
