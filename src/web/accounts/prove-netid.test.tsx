import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openScreen, person, type Replies, unanswered } from '../../../tests/support/show.tsx'

const verifiedAs = (isConfirmed: boolean) => ({ ...person, isConfirmed, sessionId: 's1' })

async function openUnproven() {
  const replies: Replies = {
    signInWays: { confirmNetIDs: 'approval', mail: false, campus: null, passwords: 'on' },
    me: person,
    listTents: [],
  }
  const opened = openScreen('/profile', replies, person)
  const title = await screen.findByRole('heading', { name: 'Your netID is not confirmed yet' })
  const button = screen.getByRole('button', { name: 'It is confirmed now: try again' })
  return { ...opened, title, button }
}

it('whoever looks too early is told that the netID is not confirmed yet', async () => {
  const { user, reply, button } = await openUnproven()
  let answer = () => {}
  const held = new Promise<ReturnType<typeof verifiedAs>>((resolve) => {
    answer = () => resolve(verifiedAs(false))
  })
  reply({ verifyToken: () => held })
  await user.click(button)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  answer()
  await screen.findByText('It is not confirmed yet.')
})

it('whoever looks again without a network is told so', async () => {
  const { user, reply, button } = await openUnproven()
  reply({ verifyToken: unanswered })
  await user.click(button)
  await screen.findByText('No answer came. Try again.')
})

it('so is whoever hears that it is confirmed, and then no more', async () => {
  const { user, reply, button } = await openUnproven()
  let count = 0
  reply({ verifyToken: () => (count++ === 0 ? verifiedAs(true) : unanswered) })
  await user.click(button)
  const said = await screen.findByText('No answer came. Try again.')
  expect(said.closest('[role=alert]')?.className).toContain('danger')
})

it('once the netID is confirmed the tent is shown instead', async () => {
  const { user, reply, button, title } = await openUnproven()
  reply({ verifyToken: verifiedAs(true) })
  await user.click(button)
  await waitFor(() => expect(title.isConnected).toBe(false))
  await screen.findByText('We couldn’t find a tent associated with your netID.')
})
