import { createEvent, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
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
