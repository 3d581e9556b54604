import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listed, openScreen, person, unanswered } from '../../../tests/support/show.tsx'
import { accountsTexts } from '../accounts/texts.ts'
import { disputesTexts } from '../disputes/texts.ts'
import { dashboardTexts } from './dashboard/texts.ts'

const path = '/line-monitor-dashboard'
const monitor = { ...person, isLineMonitor: true }
const boss = { ...person, isSuperUser: true }
const section = async (name: string) => within(await screen.findByRole('region', { name }))

describe('the dashboard', () => {
  it('shows a line monitor what they may read, and which role the rest takes', async () => {
    openScreen(
      path,
      { listUsers: [listed(monitor)], getTentLink: { url: '', active: false } },
      monitor,
    )
    for (const [name, text] of [
      ['Users', accountsTexts.changesRoles],
      ['Disputes', dashboardTexts.answersDisputes],
      ['Roster and Airtable', dashboardTexts.seesAirtable],
      ['About a person', dashboardTexts.seesPersons],
      ['Audit', dashboardTexts.seesAudit],
      ['FAQ, contacts, announcements', dashboardTexts.writesPages],
      ['End of the season', dashboardTexts.closesSeason],
    ] as const) {
      await (await section(name)).findByText(text)
    }
    for (const name of ['About a person', 'Audit', 'End of the season']) {
      expect((await section(name)).queryByRole('button')).toBeNull()
    }
    for (const name of ['Upload policy', 'Upload calendar', 'Save link']) {
      const button = await screen.findByRole<HTMLButtonElement>('button', { name })
      expect([name, button.disabled]).toEqual([name, true])
    }
  })

  it('folds what is not for every night, with a line that says how it stands', async () => {
    const { user } = openScreen(
      `${path}#audit`,
      { audit: [], listDisputes: { disputes: [] }, listTents: [] },
      boss,
    )
    await (await section('Audit')).findByText(/^Nothing yet\./)
    const disputes = await section('Disputes')
    await disputes.findByText('None open')
    expect(disputes.queryByText(disputesTexts.disputesEmpty)).toBeNull()
    await user.click(disputes.getByRole('heading', { name: 'Disputes' }))
    await disputes.findByText(disputesTexts.disputesEmpty)
    expect(disputes.queryByText('None open')).toBeNull()
  })

  it('says at each place how much waits for a super user there', async () => {
    const notice = {
      id: 'n1',
      kind: 'miss' as const,
      to: 'tb1',
      about: 'A Miss',
      at: '2026-02-05T20:00:00Z',
      tries: 0,
      error: null,
    }
    openScreen(
      path,
      {
        listNotices: {
          notices: [
            { ...notice, state: 'byHand' },
            { ...notice, id: 'n2', state: 'sent' },
          ],
        },
      },
      boss,
    )
    await screen.findByRole('link', { name: 'System 1 to do' })
    await (await section('Notices')).findByText('1 to be told by hand')
    screen.getByRole('link', { name: 'Season' })
  })

  it('says how many mails about accounts failed, which are nobody’s work', async () => {
    const failed = {
      id: 'n1',
      kind: 'resetPassword' as const,
      to: 'tb1',
      about: 'Choose a new password',
      state: 'failed' as const,
      at: '2026-02-05T20:00:00Z',
      tries: 1,
      error: 'The mail server answered 550.',
    }
    const notices = [failed, { ...failed, id: 'n2', kind: 'confirmNetID' as const }]
    openScreen(path, { listNotices: { notices, toDo: 0 } }, boss)
    const said = 'Nothing to do by hand, 2 mails about accounts failed'
    await (await section('Notices')).findByText(said)
    screen.getByRole('link', { name: 'System' })
  })

  it('shows someone without a role no person', async () => {
    openScreen(path, {}, person)
    await (await section('Users')).findByText(dashboardTexts.seesUsers)
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('asks again who one is once an account is changed, which may be one’s own', async () => {
    const replies = { listUsers: [listed(boss)], updateRole: { ok: true as const } }
    const { user, called } = openScreen(path, replies, boss)
    const users = await section('Users')
    await user.click(await users.findByRole('switch', { name: 'Line monitor: Taylor Brooks' }))
    await waitFor(() => expect(called.filter(({ name }) => name === 'verifyToken')).toHaveLength(2))
  })

  it('says that numbers of the overview could not be loaded, with a way to try again', async () => {
    const { user, reply } = openScreen(path, { listUsers: unanswered }, monitor)
    const overview = await section('Overview')
    await overview.findByText('Some of these numbers could not be loaded.')
    // Said with the first call that fails, of two.
    await waitFor(() => expect(overview.getAllByText('–')).toHaveLength(4))
    reply({ listTents: [], listUsers: [monitor, person, boss].map(listed) })
    await user.click(overview.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(overview.queryByText('–')).toBeNull())
    const shown = screen.getByRole('region', { name: 'Overview' }).textContent
    expect(shown).toContain('TENTS0USERS3LINE MONITORS1ADMINS1')
    expect(overview.queryByRole('alert')).toBeNull()
  })
})
