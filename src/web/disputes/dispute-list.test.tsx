import { screen, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Refused, show, unanswered } from '../../../tests/support/show.tsx'
import type { Dispute } from '../../shared/disputes/contract.ts'
import { DisputeList } from './dispute-list.tsx'
import { DisputeMiss } from './dispute-miss.tsx'
import { useDisputes } from './use-disputes.ts'

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
const missed = { checkId: 'c1', tentId: 't1', outcome: 'miss', until: at } as const

function List() {
  return (
    <DisputeList
      story={({ order }) => <p>Story of {order}</p>}
      useOutcome={() => 'miss'}
      onAnswered={async () => {}}
    />
  )
}

it('what decides a dispute stands with it, and opens once it is answered', async () => {
  const { user } = show(<List />, { listDisputes: { disputes: [open, answered] } })
  await screen.findByText('Story of 1')
  expect(screen.queryByText('Story of 2')).toBeNull()
  await user.click(screen.getByText('What happened', { selector: 'summary' }))
  await screen.findByText('Story of 2')
})

it('one that was just answered stays open where it is, with the focus', async () => {
  const { user, reply } = show(<List />, {
    listDisputes: { disputes: [open, { ...open, id: 'd3', order: '3' }, answered] },
  })
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
  const tents = screen.getAllByRole('heading').map((one) => one.textContent)
  expect(tents).toEqual(['Tent 1', 'Tent 3', 'Tent 2'])
})

it('an answer that is being written stays when a colleague answers first, and cannot be sent', async () => {
  const other = { ...open, id: 'd3', order: '3' }
  const { user, reply, queryClient } = show(<List />, { listDisputes: { disputes: [open, other] } })
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Answer to tent 1')
  await user.type(await screen.findByLabelText('Answer to tent 1'), 'Nobody was seen.')
  const answer = {
    outcome: 'upheld',
    text: 'No.',
    by: { netID: 'bc1', name: 'Bo Chen' },
    at,
  } as const
  reply({ listDisputes: { disputes: [other, { ...open, answer }] } })
  await queryClient.invalidateQueries()
  await screen.findByText('Bo Chen has already answered it.')
  expect(field().value).toBe('Nobody was seen.')
  const form = within(field().closest('form') ?? document.body)
  for (const button of form.getAllByRole('button')) expect(button.matches(':disabled')).toBe(true)
  await user.clear(field())
  expect(screen.queryByLabelText('Answer to tent 1')).toBeNull()
})

it('without an answer to what was written, one is told to try again, and loses nothing', async () => {
  const { user, reply, called } = show(
    <>
      <List />
      <DisputeMiss {...missed} filed={undefined} myName="" />
    </>,
    { listDisputes: { disputes: [open] }, answerDispute: unanswered, fileDispute: unanswered },
  )
  await user.type(await screen.findByLabelText('Answer to tent 1'), 'Nobody was seen.')
  await user.click(screen.getByRole('button', { name: 'Keep the Miss' }))
  await screen.findByText(
    'No answer came, so it may or may not be answered. Try again: it counts once.',
  )
  await user.click(screen.getByRole('button', { name: 'Dispute this Miss' }))
  await user.type(await screen.findByLabelText('What happened?'), 'We were there.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText(
    'No answer came, so it may or may not be sent. Try again: it counts once.',
  )
  reply({ fileDispute: { ok: true, id: 'd9' } })
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const sent = () => called.filter(({ name }) => name === 'fileDispute').map(({ body }) => body)
  await expect
    .poll(sent)
    .toEqual(Array(2).fill({ checkId: 'c1', tentId: 't1', text: 'We were there.' }))
})

function OwnMiss({ myName = open.by.name }) {
  const { data } = useDisputes()
  const filed = data?.disputes[0]
  return <DisputeMiss {...missed} filed={filed} myName={myName} />
}

it('one’s own answer that was saved without a reply is not said to be a colleague’s', async () => {
  const { user, reply, queryClient } = show(<List />, {
    listDisputes: { disputes: [open] },
    answerDispute: unanswered,
  })
  await user.type(await screen.findByLabelText('Answer to tent 1'), 'Nobody was seen.')
  await user.click(screen.getByRole('button', { name: 'Keep the Miss' }))
  await screen.findByText(/^No answer came/)
  reply({ listDisputes: { disputes: [{ ...open, answer: answered.answer }] } })
  await queryClient.invalidateQueries()
  await screen.findByText('The Miss stands')
  expect(screen.queryByText(/has already/)).toBeNull()
  expect(screen.queryByText(/Try again/)).toBeNull()
})

/** A dispute that was typed and sent, and to which no answer came. */
async function sentWithoutAnswer(text: string, myName?: string) {
  const shown = show(<OwnMiss myName={myName} />, {
    listDisputes: { disputes: [] },
    fileDispute: unanswered,
  })
  await shown.user.click(await screen.findByRole('button', { name: 'Dispute this Miss' }))
  const field = await screen.findByLabelText<HTMLTextAreaElement>('What happened?')
  await shown.user.type(field, text)
  await shown.user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText(/^No answer came/)
  return { ...shown, field }
}

// Other people's netIDs are struck from what was written.
const asShown = ['We were there.', 'We were there with .']

it.each(asShown)(
  'the dialog of a dispute that was saved without a reply closes without a message: %s',
  async (text) => {
    const { reply, queryClient } = await sentWithoutAnswer('We were there. ')
    reply({ listDisputes: { disputes: [{ ...open, text }] } })
    await queryClient.invalidateQueries()
    await screen.findByText(text, { selector: 'p' })
    expect(screen.queryByText(/has already/)).toBeNull()
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  },
)

it('another member’s, while one’s own got no reply, leaves what one wrote', async () => {
  const { reply, queryClient, field } = await sentWithoutAnswer(
    'I stood by the third tent.',
    'Somebody',
  )
  reply({ listDisputes: { disputes: [open] } })
  await queryClient.invalidateQueries()
  await screen.findByText(/has already/)
  expect(field.value).toBe('I stood by the third tent.')
})

it.each(['disputedAlready', 'tooLate'])(
  'one that was saved without a reply is shown as one’s own after a second try, which is %s',
  async (code) => {
    // The list is not read again by itself.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { user, reply } = await sentWithoutAnswer('We were there.')
    reply({
      fileDispute: new Refused(409, 'No.', code),
      listDisputes: { disputes: [{ ...open, text: 'We were there with .' }] },
    })
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText(/has already/)).toBeNull()
  },
)

it.each(asShown)(
  'one that is sent says so, and has the focus instead of its button: %s',
  async (text) => {
    const { user, reply } = show(<OwnMiss />, {
      listDisputes: { disputes: [] },
      fileDispute: { ok: true, id: 'd1' },
    })
    await user.click(await screen.findByRole('button', { name: 'Dispute this Miss' }))
    await user.type(await screen.findByLabelText('What happened?'), 'We were there.')
    reply({ listDisputes: { disputes: [{ ...open, text }] } })
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByText(/^Not answered yet/)
    await expect.poll(() => document.activeElement?.textContent).toMatch(/^It is sent\.Disputed by/)
  },
)

it('one that is right takes the Miss away, with a reason', async () => {
  const { user, called } = show(<List />, {
    listDisputes: { disputes: [open] },
    answerDispute: { ok: true },
  })
  await user.type(await screen.findByLabelText('Answer to tent 1'), 'The photo shows it.')
  await user.click(screen.getByRole('button', { name: 'Take the Miss away' }))
  const sent = () => called.filter(({ name }) => name === 'answerDispute').map(({ body }) => body)
  await expect.poll(sent).toEqual([{ outcome: 'vacated', text: 'The photo shows it.' }])
})

it('one of a closed season waits for no answer any more', async () => {
  const left: Dispute = { ...open, by: { netID: null, name: '' }, text: '', seasonClosed: true }
  show(<List />, {
    listDisputes: { disputes: [left] },
  })
  await screen.findByText('Its season was closed before it was answered.')
  expect(screen.getByText(/^Disputed by somebody/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

it('the one that an address names is shown, however many stand before it', async () => {
  const seven = ['1', '2', '3', '4', '5', '6', '7'].map((order) => ({ ...open, id: order, order }))
  const replies = { listDisputes: { disputes: seven } }
  show(<List />, replies, '/#disputes/7')
  await screen.findByRole('heading', { name: 'Tent 7' })
})

it('a tent that has no order is said to have none, in its heading and its labels', async () => {
  const disputes = [open, answered].map((dispute) => ({ ...dispute, order: '' }))
  show(<List />, { listDisputes: { disputes } })
  const headings = await screen.findAllByRole('heading', { name: 'Tent without an order' })
  expect(headings).toHaveLength(2)
  screen.getByLabelText('Answer to tent without an order')
  screen.getByLabelText('What happened, tent without an order')
})
