import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { mute, type Replies, show, unanswered } from '../../../tests/support/show.tsx'
import type { OwnSession } from '../../shared/accounts/contract.ts'
import { TimeZone } from '../ui/times.ts'
import { SessionList } from './session-list.tsx'

const day = '2026-01-18T12:00:00.000Z'
const session = (id: string, device: string, isCurrent = false): OwnSession => ({
  id,
  device,
  isCurrent,
  createdAt: day,
  lastUsedAt: day,
})
const all = [
  session('here', 'Chrome on Linux', true),
  session('a', 'Firefox on Windows'),
  session('b', ''),
]

const openList = (replies: Replies = {}) => show(<SessionList />, { listSessions: all, ...replies })
const items = async () =>
  (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
const press = async ({ user }: ReturnType<typeof openList>, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))

describe('where one is signed in', () => {
  it('is listed with device and day', async () => {
    openList()
    expect(await items()).toEqual([
      'Chrome on LinuxIn use nowThis device',
      'Firefox on WindowsLast used 1/18/2026End',
      'Unknown deviceLast used 1/18/2026End',
    ])
  })

  it('is listed with the day in the season’s zone', async () => {
    const lastUsedAt = '2026-01-19T03:04:00.000Z'
    const listSessions = [{ ...session('a', 'Firefox on Windows'), lastUsedAt }]
    show(
      <TimeZone value="Europe/Berlin">
        <SessionList />
      </TimeZone>,
      { listSessions },
    )
    expect(await items()).toEqual(['Firefox on WindowsLast used 1/19/2026End'])
  })

  it('is ended one by one, or everywhere else', async () => {
    const list = openList({ endSession: { ok: true }, endOtherSessions: { ok: true, sessions: 1 } })
    await screen.findAllByRole('listitem')
    list.reply({ listSessions: all.filter(({ id }) => id !== 'a') })
    await press(list, /^End: Firefox on Windows/)
    await screen.findByText('Signed out there.')
    expect(list.called).toContainEqual({ name: 'endSession', body: { id: 'a' } })
    await waitFor(async () => expect(await items()).toHaveLength(2))
    expect(document.activeElement).toBe(screen.getByRole('list'))
    list.reply({ listSessions: all.slice(0, 1) })
    await press(list, 'Sign out everywhere else')
    await screen.findByText('Signed out everywhere else.')
    await screen.findByText('You are not signed in anywhere else.')
    expect(document.activeElement).toBe(screen.getByRole('list'))
  })

  it('says that no answer came', async () => {
    const list = openList({ endSession: unanswered })
    await press(list, /^End: Firefox on Windows/)
    await screen.findByText('No answer came. What is still in the list is still signed in.')
  })

  it('says that it could not be loaded, with a way to try again', async () => {
    const list = openList({ listSessions: mute })
    await screen.findByText('The list of your devices could not be loaded.')
    list.reply({ listSessions: all })
    await press(list, 'Try again')
    expect(await items()).toHaveLength(3)
  })
})
