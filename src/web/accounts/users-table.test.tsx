import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  listed,
  mute,
  person,
  Refused,
  type Replies,
  show,
  unanswered,
} from '../../../tests/support/show.tsx'
import type { User } from '../../shared/accounts/contract.ts'
import { useUsers } from './use-users.ts'
import { UsersTable } from './users-table.tsx'

const boss: User = {
  ...person,
  netID: 'head1',
  firstName: 'Harper',
  lastName: 'Quinn',
  isSuperUser: true,
}

function Users({ mayChange }: { mayChange: boolean }) {
  const { data } = useUsers(true)
  return data && <UsersTable users={data} mayChange={mayChange} />
}

/** The server keeps what it is told, unless it is said to do otherwise. */
async function openTable(replies: Replies = {}, mayChange = true) {
  let users = [person, boss].map(listed)
  const opened = show(<Users mayChange={mayChange} />, {
    listUsers: () => users,
    updateRole: ({ netID, field, value }) => {
      users = users.map((one) => (one.netID === netID ? { ...one, [field]: value } : one))
      return { ok: true }
    },
    ...replies,
  })
  await screen.findByRole('table')
  return opened
}

const toggle = (name: string) => screen.findByRole<HTMLButtonElement>('switch', { name })
const isOn = async (name: string) => (await toggle(name)).getAttribute('aria-checked') === 'true'
const monitor = 'Line monitor: Taylor Brooks'
const superUser = 'Super user: Harper Quinn'

describe('the table of users', () => {
  it('finds people by netID, name and e-mail', async () => {
    const another = { ...person, netID: 'al1', email: '' }
    const { user } = await openTable({
      listUsers: [
        ...[person, boss].map(listed),
        listed({ ...another, firstName: 'Ann', lastName: 'Lee' }),
        listed({ ...another, netID: 'so1', firstName: 'Siún', lastName: 'O’Brien' }),
      ],
    })
    const search = screen.getByRole('searchbox')
    for (const [typed, rows] of [
      ['HEAD1', 2],
      ['brooks', 2],
      ['duke.edu', 3],
      ['obrien', 2],
      ['lee ann', 2],
      ['Nobody', 1],
    ] as const) {
      await user.clear(search)
      await user.type(search, typed)
      await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(rows))
    }
    await screen.findByText('Nobody matches “Nobody”.')
    expect(screen.getByRole('status').textContent).toBe('No person matches')
  })

  it('shows of a person what there is', async () => {
    await openTable({ listUsers: [listed(boss), listed({ ...person, email: '' })] })
    screen.getByText('head1 · tb1@duke.edu')
    screen.getByText('tb1')
  })

  it('gives a role at once, and says so', async () => {
    const { user, called } = await openTable()
    await user.click(await toggle(monitor))
    await screen.findByText('Updated isLineMonitor status for Taylor')
    expect(await isOn(monitor)).toBe(true)
    const body = { netID: 'tb1', field: 'isLineMonitor', value: true }
    expect(called).toContainEqual({ name: 'updateRole', body })
  })

  it('asks before it takes a super user’s role', async () => {
    const { user, called } = await openTable()
    await user.click(await toggle(superUser))
    await user.click(screen.getByRole('button', { name: 'Keep it' }))
    expect(called.some(({ name }) => name === 'updateRole')).toBe(false)
    await user.click(await toggle(superUser))
    await user.click(screen.getByRole('button', { name: 'Take it away' }))
    await waitFor(async () => expect(await isOn(superUser)).toBe(false))
  })

  it.each([
    [unanswered, 'An unexpected error occurred.'],
    [mute, 'Failed to update user.'],
    [
      new Refused(409, 'The last super user cannot give up the role.'),
      'The last super user cannot give up the role.',
    ],
  ] as const)('puts a role back that was not changed, and says why', async (updateRole, text) => {
    const { user } = await openTable({ updateRole })
    await user.click(await toggle(superUser))
    await user.click(screen.getByRole('button', { name: 'Take it away' }))
    await screen.findByText(text)
    await waitFor(async () => expect(await isOn(superUser)).toBe(true))
  })

  it('shows a role as the server has it, where it was changed but no answer came', async () => {
    const { user } = await openTable({
      listUsers: [listed({ ...person, isLineMonitor: true }), listed(boss)],
      updateRole: unanswered,
    })
    await user.click(await toggle(monitor))
    await screen.findByText('An unexpected error occurred.')
    await waitFor(async () => expect(await isOn(monitor)).toBe(true))
  })

  it('sends two quick flips one after the other', async () => {
    const sent: string[] = []
    let answer = () => {}
    const isFlippedBack = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { user } = await openTable({
      listUsers: [listed(person), listed(boss)],
      updateRole: async ({ value }) => {
        sent.push(`asked ${value}`)
        await isFlippedBack
        sent.push('answered')
        return { ok: true }
      },
    })
    await user.click(await toggle(monitor))
    await waitFor(async () => expect(await isOn(monitor)).toBe(true))
    await user.click(await toggle(monitor))
    answer()
    await waitFor(() => expect(sent).toHaveLength(4))
    expect(sent).toEqual(['asked true', 'answered', 'asked false', 'answered'])
  })

  it('makes a link to a new password, to be handed over to whose account it is', async () => {
    const url = 'https://tents.example/reset-password#abc'
    const { user, written } = await openTable({ makeResetLink: { url } })
    await user.click(screen.getByRole('button', { name: 'More about Taylor Brooks' }))
    await user.click(await screen.findByRole('button', { name: 'Make a password reset link' }))
    const dialog = within(screen.getByRole('dialog'))
    const said = await dialog.findByRole('status')
    expect(said.textContent).toContain('Hand this to Taylor, and to nobody else.')
    expect(said.textContent).toContain(url)
    dialog.getByRole('button', { name: 'Copy the link' })
    expect(written()).toEqual([{ name: 'makeResetLink', body: { netID: 'tb1' } }])
  })

  it('leaves the focus at what is known of a person once their netID is confirmed', async () => {
    let isConfirmed = false
    const { user } = await openTable({
      signInWays: { confirmNetIDs: 'approval', mail: false, campus: null, passwords: 'on' },
      listUsers: () => [{ ...listed(person), isConfirmed }],
      confirmUser: ({ value }) => {
        isConfirmed = value
        return { ok: true, netID: 'tb1', isConfirmed }
      },
    })
    await user.click(screen.getByRole('button', { name: 'More about Taylor Brooks' }))
    const confirm = await screen.findByRole('button', { name: 'Confirm that the netID is theirs' })
    await user.click(confirm)
    await waitFor(() => expect(confirm.isConnected).toBe(false))
    expect(document.activeElement?.textContent).toBe('netID confirmed')
  })

  it('shows that link no longer once the account is disabled, which ends it', async () => {
    const url = 'https://tents.example/reset-password#abc'
    const { user } = await openTable({ makeResetLink: { url }, disableUser: { ok: true } })
    await user.click(screen.getByRole('button', { name: 'More about Taylor Brooks' }))
    await user.click(await screen.findByRole('button', { name: 'Make a password reset link' }))
    await screen.findByText(url)
    await user.click(screen.getByRole('button', { name: 'Disable the account' }))
    await user.click(screen.getByRole('button', { name: 'Disable it' }))
    await waitFor(() => expect(screen.queryByText(url)).toBeNull())
  })

  it('says to try again where no answer brings the link, of which no list tells', async () => {
    const { user } = await openTable({ makeResetLink: unanswered })
    await user.click(screen.getByRole('button', { name: 'More about Taylor Brooks' }))
    await user.click(await screen.findByRole('button', { name: 'Make a password reset link' }))
    await screen.findByText('No answer came. Try again.')
  })

  it('says of an account only how the last act went', async () => {
    const { user } = await openTable({
      makeResetLink: unanswered,
      endSessions: { ok: true, sessions: 2 },
    })
    await user.click(screen.getByRole('button', { name: 'More about Taylor Brooks' }))
    const link = await screen.findByRole('button', { name: 'Make a password reset link' })
    await user.click(link)
    await screen.findByText('No answer came. Try again.')
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
    await user.click(screen.getByRole('button', { name: 'Sign them out' }))
    await screen.findByText('Signed out everywhere.')
    expect(screen.queryByText('No answer came. Try again.')).toBeNull()
    await user.click(link)
    await screen.findByText('No answer came. Try again.')
    expect(screen.queryByText('Signed out everywhere.')).toBeNull()
  })

  it('signs somebody out everywhere, whose phone is lost: it asks first, and says so', async () => {
    const { user, written } = await openTable({ endSessions: { ok: true, sessions: 2 } })
    await user.click(screen.getByRole('button', { name: 'More about Taylor Brooks' }))
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    await screen.findByText('Sign Taylor Brooks out everywhere?')
    expect(written()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Sign them out' }))
    await screen.findByText('Signed out everywhere.')
    expect(written()).toEqual([{ name: 'endSessions', body: { netID: 'tb1' } }])
  })

  it('asks before it disables an account', async () => {
    const { user, written } = await openTable({ disableUser: { ok: true } })
    await user.click(screen.getByRole('button', { name: 'More about Taylor Brooks' }))
    await user.click(await screen.findByRole('button', { name: 'Disable the account' }))
    await screen.findByText('Disable the account of Taylor Brooks?')
    await user.click(screen.getByRole('button', { name: 'Leave it' }))
    expect(written()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Disable the account' }))
    await user.click(screen.getByRole('button', { name: 'Disable it' }))
    const body = { netID: 'tb1', value: true }
    await expect.poll(written).toEqual([{ name: 'disableUser', body }])
  })

  it('is only read by a line monitor', async () => {
    await openTable({}, false)
    await screen.findByText('Changing roles needs the super user role.')
    for (const one of screen.getAllByRole<HTMLButtonElement>('switch')) {
      expect(one.disabled).toBe(true)
    }
  })
})
