import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { show, unanswered } from '../../../tests/support/show.tsx'
import { AuditList } from './audit-list.tsx'

it('the audit says that nothing was done yet', async () => {
  show(<AuditList rulesChanges={() => null} />, { audit: [] })
  await screen.findByText(/^Nothing yet\./)
})

it('the audit says that it could not be loaded, with a way to try again', async () => {
  const { user, reply } = show(<AuditList rulesChanges={() => null} />, { audit: unanswered })
  await screen.findByText('The audit could not be loaded.')
  reply({ audit: [] })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText(/^Nothing yet\./)
})

it('the audit opens what exactly an import and a save of the rules changed', async () => {
  const head = { at: '2026-01-19T03:04:00Z', netID: 'head1', by: 'Harper Quinn' }
  const changed = { change: 'changed' as const, columns: ['Type'] }
  const values = [{ column: 'Type', before: 'Blue', after: 'White' }]
  const { user } = show(<AuditList rulesChanges={(version) => <p>Rules of {version}</p>} />, {
    audit: [
      { ...head, id: 2, kind: 'seasonSaved', version: 3, name: '2026' },
      { ...head, id: 1, kind: 'rosterImported', added: 0, changed: 3, retired: 0, tents: [] },
    ],
    auditedTents: [
      { ...changed, tentId: 'recA', tent: 'A Ants', values },
      { ...changed, tent: 'B Bees' },
    ],
  })
  const [rules, roster] = await screen.findAllByText('What changed')
  expect(screen.queryByText('Rules of 3')).toBeNull()
  await user.click(rules as HTMLElement)
  await screen.findByText('Rules of 3')
  await user.click(roster as HTMLElement)
  const section = within(await screen.findByRole('region', { name: 'Changed' }))
  const listed = section.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(listed).toEqual(['A Ants (Type: Blue → White)', 'B Bees (Type)'])
  const record = section.getByRole('link', { name: 'A Ants' })
  expect(record.getAttribute('href')).toBe('/line-monitor-dashboard#tents/recA')
  expect(section.getByText('1 tent more, which the audit does not name.')).toBeDefined()
})

it('the audit leads to the check and the tent that an event is about', async () => {
  const head = { at: '2026-01-19T03:04:00Z', netID: 'head1', by: 'Harper Quinn' }
  const tentLinkChanged = {
    ...head,
    id: 1,
    kind: 'tentLinkChanged' as const,
    url: '',
    active: true,
  }
  const answered = {
    checkId: 'c1',
    tentId: 'recA',
    tent: 'A Ants',
    outcome: 'upheld' as const,
    reason: '',
  }
  const mark = { id: 'recB', outcome: 'make' as const, by: 'Bo', at: '', numberOfMisses: 0 }
  const refused = {
    ...head,
    kind: 'markRefused' as const,
    tentId: 'recB',
    tent: 'B Bees',
    outcome: 'miss' as const,
    mark,
  }
  show(<AuditList rulesChanges={() => null} />, {
    audit: [
      { ...refused, id: 4, checkId: 'c2' },
      // As one that was written before the audit named its check.
      { ...refused, id: 3 },
      { ...head, id: 2, kind: 'disputeAnswered', ...answered },
      tentLinkChanged,
    ],
  })
  const links = await screen.findAllByRole('link', { name: 'See the check' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/checks/c2', '/checks/c1'])
  const tents = screen.getAllByRole('link', { name: 'See the tent' })
  expect(tents.map((link) => link.getAttribute('href'))).toEqual(
    ['recB', 'recB', 'recA'].map((id) => `/line-monitor-dashboard#tents/${id}`),
  )
})

describe('the audit before its first 200', () => {
  const head = { at: '2026-01-19T03:04:00Z', netID: 'head1', by: 'Harper Quinn' }
  const event = (id: number) => ({ ...head, id, kind: 'backupMade' as const })
  const page = (newest: number) => Array.from({ length: 200 }, (_, place) => event(newest - place))

  /** `newest`: the number of the newest event, which grows; the first is 100. */
  function openLong(newest: { id: number }) {
    const asked: (string | null)[] = []
    const { user } = show(<AuditList rulesChanges={() => null} />, {
      audit: (_, query) => {
        asked.push(query.get('before'))
        return query.has('before') ? [event(100)] : page(newest.id)
      },
    })
    return { user, asked }
  }

  it('goes on, with the focus on the first that is shown then', async () => {
    const { user } = openLong({ id: 300 })
    await user.click(await screen.findByRole('button', { name: 'Show more (190 left)' }))
    expect(screen.getAllByRole('listitem')).toHaveLength(200)
    expect(document.activeElement).toBe(screen.getAllByRole('listitem')[10])
    await user.click(screen.getByRole('button', { name: 'Show earlier' }))
    await expect.poll(() => screen.getAllByRole('listitem').length).toBe(201)
    expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull()
    expect(document.activeElement).toBe(screen.getAllByRole('listitem')[200])
  })

  it.each([
    ['goes on from what is new', 301, 202],
    ['begins anew where more was done than is answered at once', 501, 200],
  ])('is not loaded again, and %s', async (_, latest, count) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
    const newest = { id: 300 }
    const { user, asked } = openLong(newest)
    await user.click(await screen.findByRole('button', { name: /^Show more/ }))
    await user.click(screen.getByRole('button', { name: 'Show earlier' }))
    await expect.poll(() => screen.getAllByRole('listitem').length).toBe(201)
    newest.id = latest
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    await expect.poll(() => screen.getAllByRole('listitem').length).toBe(count)
    expect(asked).toEqual([null, '101', null])
  })
})
