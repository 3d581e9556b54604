import { act, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { mute, type Replies, show, unanswered } from '../../../tests/support/show.tsx'
import { minuteMs } from '../../shared/durations.ts'
import type { Health } from '../../shared/operations/contract.ts'
import { HealthPanel, SafeLine } from './health-panel.tsx'
import { operationsTexts } from './texts.ts'

const empty = { waiting: 0, oldestSince: null }
const health: Health = {
  at: '2026-01-19T07:00:00.000Z',
  startedAt: '2026-01-18T07:00:00.000Z',
  version: '1.2.3',
  engine: 'PostgreSQL 15.4',
  disk: { freeBytes: 5_040_000_000, totalBytes: 20_000_000_000 },
  backsUp: false,
  backup: null,
  queues: {
    airtable: { waiting: 3, oldestSince: '2026-01-19T06:58:00Z' },
    mails: empty,
    pushes: empty,
  },
  failed: [],
  servers: ['1.2.3', '1.2.3'],
}
const open = (replies: Replies) => show(<HealthPanel />, replies)
const press = async ({ user }: ReturnType<typeof open>) =>
  user.click(await screen.findByRole('button', { name: 'Make a backup and download it' }))

describe('how the server is', () => {
  it('is told in facts', async () => {
    const { container } = open({ health })
    await screen.findByText(operationsTexts.isSafe)
    for (const fact of [
      'Version1.2.3, since 1/18/2026, 2:00 AM Eastern',
      'Servers that are up2',
      'Disk5.0 GB of 20.0 GB free',
      `Last backup${operationsTexts.backupByItself}`,
      'Waiting for Airtable3, the oldest since 1/19/2026, 1:58 AM Eastern',
      'Mails that are dueNothing',
    ]) {
      expect(container.textContent).toContain(fact)
    }
  })

  it('says what is not safe, and which requests failed', async () => {
    const failed = [
      {
        id: 'r-17',
        at: '2026-01-19T06:59:00Z',
        method: 'GET',
        route: '/api/checks',
        error: 'it broke',
      },
    ]
    open({ health: { ...health, failed } })
    await screen.findByText(operationsTexts.requestsFailed(1))
    expect(screen.queryByText(operationsTexts.isSafe)).toBeNull()
    const id = screen.getByText('r-17')
    expect(id.parentElement?.textContent).toBe(
      'r-17 1/19/2026, 1:59 AM Eastern: GET /api/checks, it broke',
    )
  })

  it.each([
    ['the panel', HealthPanel],
    ['the line', SafeLine],
  ])('is not called safe in %s once that could not be loaded again', async (_, Part) => {
    const { reply, queryClient } = show(<Part />, { health })
    await screen.findByText(operationsTexts.isSafe)
    reply({ health: unanswered })
    await act(() => queryClient.refetchQueries())
    await screen.findByText(operationsTexts.healthFailed)
    expect(screen.queryByText(operationsTexts.isSafe)).toBeNull()
    reply({ health })
    await act(() => queryClient.refetchQueries())
    await screen.findByText(operationsTexts.isSafe)
    expect(screen.queryByText(operationsTexts.healthFailed)).toBeNull()
  })

  it('makes a backup to keep, called by the day of the season, and keeps its address a while', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
    vi.setSystemTime('2026-01-19T03:04:00Z')
    const kept = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:kept')
    const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download)
    })
    const panel = open({ health, makeBackup: new Uint8Array([1, 2]) })
    await press(panel)
    await screen.findByText(operationsTexts.backupMade)
    expect(kept).toHaveBeenCalledWith(expect.any(Blob))
    expect(names).toEqual(['tent-city-2026-01-18.backup'])
    expect(revoked).not.toHaveBeenCalled()
    vi.advanceTimersByTime(minuteMs)
    expect(revoked).toHaveBeenCalledWith('blob:kept')
  })

  it.each([
    [mute, operationsTexts.backupFailed],
    [unanswered, operationsTexts.backupUnanswered],
  ] as const)('says that none was made', async (makeBackup, text) => {
    const panel = open({ health, makeBackup })
    await press(panel)
    await screen.findByText(text)
  })
})
