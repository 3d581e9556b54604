import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  listed,
  person,
  Refused,
  type Replies,
  show,
  unanswered,
} from '../../../tests/support/show.tsx'
import { ManyUsers } from './many-users.tsx'

const netIDs = Array.from({ length: 30 }, (_, index) => `mo${index}`)
const withAccount = netIDs.slice(0, 28)
const users = withAccount.map((netID) => listed({ ...person, netID, isConfirmed: netID !== 'mo5' }))

/** Pastes these and says what to do; the question is then open. */
async function ask(pasted: string, replies: Replies = {}, more: { isProofOn?: boolean } = {}) {
  const { isProofOn = false } = more
  const part = <ManyUsers mayChange isProofOn={isProofOn} />
  const opened = show(part, { listUsers: users, updateRole: { ok: true }, ...replies })
  await opened.user.click(screen.getByLabelText('Who'))
  await opened.user.paste(pasted)
  await opened.user.click(screen.getByRole('button', { name: 'Do this for all of them…' }))
  return opened
}
const dialog = async () => within(await screen.findByRole('dialog'))
const bodyOf = (netID: string) => ({ netID, field: 'isLineMonitor', value: true })

it('gives the role to 30 netIDs that are pasted in, and names those without an account', async () => {
  const { user, written } = await ask(netIDs.join('\n').toUpperCase())
  const question = await dialog()
  question.getByText('Give the line monitor role: 28')
  question.getByText(withAccount.map((netID) => `Taylor Brooks (${netID})`).join(', '))
  expect(question.queryByText(/These may be names/)).toBeNull()
  question.getByText('No account, so nothing is done: mo28, mo29.')
  expect(written()).toEqual([])
  await user.click(question.getByRole('button', { name: 'Do it' }))
  await screen.findByText(
    'Give the line monitor role: done for 28. No account, so nothing is done: mo28, mo29.',
  )
  const bodies = withAccount.map((netID) => ({ name: 'updateRole', body: bodyOf(netID) }))
  expect(written()).toEqual(bodies)
})

it('goes on after one that is refused, and says who it is and why', async () => {
  const { user, written } = await ask('mo1 mo2 mo3 zz1', {
    updateRole: ({ netID }) =>
      netID === 'mo2' ? new Refused(404, 'There is no such user.', 'unknownUser') : { ok: true },
  })
  await user.click((await dialog()).getByRole('button', { name: 'Do it' }))
  await screen.findByText(
    'Give the line monitor role: done for 2 of 3. mo2: There is no such user. No account, so nothing is done: zz1.',
  )
  expect(written()).toHaveLength(3)
})

it.each([
  ['without the role', new Refused(403, 'Ask a super user.'), 'Ask a super user.'],
  ['without an answer', unanswered, 'No answer came. The list shows what is done.'],
  ['while the server is busy', new Refused(503, 'Busy.', 'unavailable'), 'Busy.'],
])('stops %s, and says how far it came', async (_, refused, why) => {
  const { user, written } = await ask('mo1 mo2 mo3', {
    updateRole: ({ netID }) => (netID === 'mo2' ? refused : { ok: true }),
  })
  await user.click((await dialog()).getByRole('button', { name: 'Do it' }))
  await screen.findByText(`Give the line monitor role: done for 1 of 3. mo2: ${why}`)
  expect(written()).toHaveLength(2)
})

it('says before whose netID is not confirmed, where netIDs are proven', async () => {
  await ask('mo4 mo5', {}, { isProofOn: true })
  ;(await dialog()).getByText(/^Nobody has confirmed yet .*: mo5\. A role shows them every tent\.$/)
})

it('says before which netIDs may be words, as the heading and the names of a pasted table are', async () => {
  const registered = ['netid', 'emily'].map((netID) => listed({ ...person, netID }))
  await ask('Name\tnetID\nEmily\tmo1', { listUsers: [...users, ...registered] })
  const question = await dialog()
  question.getByText(
    'These may be names or a heading, which anybody can register as netIDs. Look at whose accounts they are: netid, emily.',
  )
  question.getByText('Taylor Brooks (netid), Taylor Brooks (emily), Taylor Brooks (mo1)')
})

it('asks nothing where nobody has an account', async () => {
  const { written } = await ask('zz1, zz2')
  await screen.findByText('None has an account: zz1, zz2.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(written()).toEqual([])
})

it('says so where nothing that is pasted is a netID', async () => {
  await ask(' , ')
  await screen.findByText('There is no netID in this. Paste one or more.')
})
