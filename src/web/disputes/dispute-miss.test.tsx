import { createEvent, fireEvent, screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { Leaving, show } from '../../../tests/support/show.tsx'
import { forgetSeen } from '../api/storage.ts'
import {
  disputedKey,
  keepInTab,
  keepOneInTab,
  ownerKey,
  readOneFromTab,
} from '../api/storage-of-tab.ts'
import { DisputeMiss } from './dispute-miss.tsx'

const until = '2026-01-19T03:04:00.000Z'
const missed = {
  checkId: 'c1',
  tentId: 't1',
  outcome: 'miss',
  filed: undefined,
  myName: 'Ann',
} as const

it.each([
  ['miss', until, 'Until Sun, 1/18/2026, 10:04 PM Eastern.'],
  ['miss', null, 'The time to dispute it is over.'],
  ['make', null, null],
] as const)('until when a %s can be disputed is said: %s', (outcome, at, expected) => {
  show(<DisputeMiss {...missed} outcome={outcome} until={at} />)
  expect(screen.queryByText(/^Until|time to dispute/)?.textContent ?? null).toBe(expected)
})

it('an answer that a later correction changed says so', () => {
  const by = { netID: 'boss', name: 'Bo' }
  const filed = {
    id: 'd1',
    checkId: 'c1',
    tentId: 't1',
    order: '1',
    at: until,
    by,
    text: 'We were there.',
    answer: { outcome: 'vacated', text: '', by, at: until },
  } as const
  const told = () => screen.queryByText(/It was changed after this answer\.$/)
  show(<DisputeMiss {...missed} filed={filed} until={null} />)
  expect(told()).toBeNull()
  show(<DisputeMiss {...missed} filed={filed} until={null} isChangedSince />)
  expect(told()?.textContent).toContain('The Miss is taken away')
})

it('a dispute that is closed before it is sent is there again, and stays while it is being sent', async () => {
  const { user } = show(<DisputeMiss {...missed} until={until} />, {
    fileDispute: () => new Promise(() => {}),
  })
  const leave = () => {
    const dialog = screen.getByRole('dialog')
    fireEvent(dialog, createEvent('cancel', dialog, { cancelable: true }))
  }
  const begin = await screen.findByRole('button', { name: 'Dispute this Miss' })
  await user.click(begin)
  await user.type(await screen.findByLabelText('What happened?'), 'We were there.')
  leave()
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(begin)
  await screen.findByDisplayValue('We were there.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('It is being sent…')
  leave()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.getByRole('dialog')).toBeDefined()
})

it('a dispute that is being written is kept over other screens, for its tent and check, until it is sent', async () => {
  const other = { ...missed, tentId: 't2' }
  const { user } = show(
    <Leaving>
      <DisputeMiss {...missed} until={until} />
      <DisputeMiss {...other} until={until} />
    </Leaving>,
    { fileDispute: { ok: true, id: 'd1' }, listDisputes: { disputes: [] } },
  )
  const leaveAndReturn = async () => {
    await user.click(screen.getByText('Other screen'))
    expect(screen.queryByRole('button', { name: 'Dispute this Miss' })).toBeNull()
    await user.click(screen.getByText('Other screen'))
  }
  const open = async (place: number) => {
    const [...begin] = await screen.findAllByRole('button', { name: 'Dispute this Miss' })
    await user.click(begin[place] as HTMLElement)
    return screen.findByLabelText<HTMLTextAreaElement>('What happened?')
  }
  await user.type(await open(0), 'We were there.')
  await leaveAndReturn()
  expect((await open(1)).value).toBe('')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect((await open(0)).value).toBe('We were there.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await leaveAndReturn()
  expect((await open(0)).value).toBe('')
})

it('a dispute that is being written is dropped where another member sent one meanwhile', () => {
  keepInTab(ownerKey, 'ann1')
  keepOneInTab(disputedKey, 't1 c1', 'We were there.')
  const by = { netID: null, name: 'Bo' }
  const filed = { id: 'd1', checkId: 'c1', tentId: 't1', order: '1', at: until, by } as const
  show(<DisputeMiss {...missed} filed={{ ...filed, text: 'Seen.', answer: null }} until={null} />)
  expect(readOneFromTab(disputedKey, 't1 c1')).toBeNull()
})

it.each([
  ['is there again after a session that ended by itself', true, 'We were there.'],
  ['is gone after a logout', false, null],
])('a dispute that was being written %s', (_, keepsTexts, expected) => {
  onTestFinished(() => forgetSeen())
  keepInTab(ownerKey, 'ann1')
  keepOneInTab(disputedKey, 't1 c1', 'We were there.')
  forgetSeen({ keepsTexts })
  expect(readOneFromTab(disputedKey, 't1 c1')).toBe(expected)
})
