// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import type { Dispute } from '../../shared/disputes/contract.ts'
import { DisputeList } from './dispute-list.tsx'

const by = { netID: null, name: 'Ann Lee' }
const at = '2026-01-19T03:04:00.000Z'
const open: Dispute = {
  id: 'd1',
  checkId: 'c1',
  tentId: 't1',
  order: '1',
  at,
  by,
  text: 'We were there.',
  answer: null,
}
const answered: Dispute = {
  ...open,
  id: 'd2',
  order: '2',
  answer: { outcome: 'upheld', text: 'Nobody was seen.', by, at },
}

it('what decides a dispute stands with it, and opens once it is answered', async () => {
  const { user } = show(
    <DisputeList story={({ order }) => <p>Story of {order}</p>} onAnswered={async () => {}} />,
    { listDisputes: { disputes: [open, answered] } },
  )
  await screen.findByText('Story of 1')
  expect(screen.queryByText('Story of 2')).toBeNull()
  await user.click(screen.getByText('What happened', { selector: 'summary' }))
  await screen.findByText('Story of 2')
})

it('one that was just answered stays open, with the focus, though it moves below the others', async () => {
  const { user, reply } = show(
    <DisputeList story={({ order }) => <p>Story of {order}</p>} onAnswered={async () => {}} />,
    { listDisputes: { disputes: [open, { ...open, id: 'd3', order: '3' }, answered] } },
  )
  await user.type(await screen.findByLabelText('Answer to tent 1'), 'Nobody was seen.')
  reply({
    answerDispute: () => {
      const { answer } = answered
      reply({
        listDisputes: {
          disputes: [{ ...open, id: 'd3', order: '3' }, answered, { ...open, answer }],
        },
      })
      return { ok: true }
    },
  })
  await user.click(screen.getAllByRole('button', { name: 'Keep the Miss' })[0] ?? document.body)
  await screen.findByText('Answered.')
  expect(screen.getByText('Story of 1')).toBeDefined()
  expect(document.activeElement?.textContent).toBe('Tent 1')
})

it('one of a closed season waits for no answer any more', async () => {
  const left: Dispute = { ...open, by: { netID: null, name: '' }, text: '', seasonClosed: true }
  show(<DisputeList story={() => null} onAnswered={async () => {}} />, {
    listDisputes: { disputes: [left] },
  })
  await screen.findByText('Its season was closed before it was answered.')
  expect(screen.getByText(/^Disputed by somebody/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

it('the one that an address names is shown, however many stand before it', async () => {
  const seven = ['1', '2', '3', '4', '5', '6', '7'].map((order) => ({ ...open, id: order, order }))
  const list = <DisputeList story={() => null} onAnswered={async () => {}} />
  const replies = { listDisputes: { disputes: seven } }
  show(list, replies, '/#disputes/7')
  await screen.findByRole('heading', { name: 'Tent 7' })
})
