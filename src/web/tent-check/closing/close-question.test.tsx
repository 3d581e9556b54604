import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, onTestFinished, vi } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { show } from '../../../../tests/support/show.tsx'
import { emptyParts } from '../../../shared/tent-check/empty-parts.ts'
import { CloseQuestion } from './close-question.tsx'

const left = [activeTent({ order: '47' })]
const none = { checkId: 'c1', number: 1, numCheckers: 1, pages: [], excludedNames: [] }

it.each([
  ['while the check closes, when', 2, 90_000, /^The final call was made: .* closes in 1:\d\d\.It/],
  ['once that is over, that it is due', 2, -1, /^The final call was made: .* is due to close\.It/],
  ['before the final call, nothing of it', 2, null, /^It ends for everyone/],
  ['the one call by its name', 1, 90_000, /^The 1st call was made: /],
])('the question before an end says, %s', (_, callsAtMost, leftMs, expected) => {
  const closesAt = leftMs === null ? null : new Date(Date.now() + leftMs).toISOString()
  const check = { ...emptyParts, ...none, callsAtMost, closesAt, tents: left, marked: [] }
  show(<CloseQuestion how="endCheck" left={left} check={check} onYes={() => {}} onNo={() => {}} />)
  const { textContent } = screen.getByRole('dialog', { hidden: true })
  expect(textContent?.replace('End this check?', '')).toMatch(expected)
  const unmarked = screen.getByRole('list', { name: 'Tents without a mark', hidden: true })
  expect(unmarked.textContent).toBe('47')
})

it('the question before a cancel says that what is marked counts all the same', () => {
  show(<CloseQuestion how="cancelCheck" left={left} onYes={() => {}} onNo={() => {}} />)
  screen.getByText(
    'It stops for everyone. Every Miss and Make marked so far still counts: undo first what should not.',
  )
})

it.each([
  ['endCheck', 1, '1 of your marks is not sent yet', 'End the check', 'End without it'],
  ['cancelCheck', 3, '3 of your marks are not sent yet', 'Cancel the check', 'Cancel without them'],
] as const)('%s waits for marks that are on their way: %i', async (how, unsent, said, held, go) => {
  const onYes = vi.fn()
  const given = { how, left: [], onYes, onNo: () => {} }
  const { user } = show(<CloseQuestion {...given} unsent={unsent} />)
  screen.getByText(new RegExp(`^${said}`))
  const yes = screen.getByRole<HTMLButtonElement>('button', { name: held, hidden: true })
  expect(yes.disabled).toBe(true)
  // What a browser focuses as the dialog opens: a second Enter must not close the check.
  expect(document.querySelector('dialog button:not(:disabled)')?.textContent).toBe('Keep checking')
  await user.click(screen.getByRole('button', { name: go, hidden: true }))
  expect(onYes).toHaveBeenCalledOnce()
})

it('waits for undos and exclusions, too, and says so', () => {
  const given = { how: 'endCheck', left: [], onYes: () => {}, onNo: () => {} } as const
  show(<CloseQuestion {...given} unsent={2} hasOthers />)
  screen.getByText('2 of your marks, undos or exclusions are not sent yet.')
})

it('keeps the focus as the last mark is sent, on a button that does nothing any more', async () => {
  const onYes = vi.fn()
  const question = (unsent: number) => (
    <CloseQuestion how="endCheck" left={[]} unsent={unsent} onYes={onYes} onNo={() => {}} />
  )
  onTestFinished(cleanup)
  const { rerender } = render(question(1))
  const without = screen.getByRole('button', { name: 'End without it', hidden: true })
  without.focus()
  rerender(question(0))
  screen.getByText('Everything is sent.')
  expect(document.activeElement).toBe(without)
  expect(without.matches(':disabled')).toBe(false)
  expect(without.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(without)
  expect(onYes).not.toHaveBeenCalled()
})

it('says why it waits, and offers not to, also for a mark that waits only since it is asked', () => {
  const question = (unsent: number) => (
    <CloseQuestion how="endCheck" left={[]} unsent={unsent} onYes={() => {}} onNo={() => {}} />
  )
  onTestFinished(cleanup)
  const { rerender } = render(question(0))
  expect(screen.queryByRole('button', { name: /without/, hidden: true })).toBeNull()
  rerender(question(1))
  screen.getByText('1 of your marks is not sent yet.')
  screen.getByRole('button', { name: 'End without it', hidden: true })
})
