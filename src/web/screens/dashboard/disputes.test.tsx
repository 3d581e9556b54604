import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../../tests/support/show.tsx'
import type { CheckLine, HistoryEvent, WholeCheck } from '../../../shared/check-history/contract.ts'
import type { Dispute } from '../../../shared/disputes/contract.ts'
import { Disputes } from './disputes.tsx'

const at = '2026-01-19T03:04:00.000Z'
const by = { netID: 'tb1', name: 'Taylor Brooks' }
const dispute: Dispute = {
  ...{ id: 'd1', checkId: 'c1', tentId: 't1', order: '1' },
  ...{ at, by, text: 'We were there.', answer: null },
}

/** The disputes on the dashboard, with one about a tent that stands so by now. */
function open(outcome: CheckLine['outcome'], more: Partial<WholeCheck> = {}, path = '/') {
  const line: CheckLine = {
    ...{ id: 't1', order: '1', name: 'Ants', outcome, marked: 'miss', by, at },
    ...{ present: [], required: 2, undone: 0, corrections: [] },
  }
  const getCheck: WholeCheck = {
    ...{ id: 'c1', startedAt: at, startedBy: by, endedAt: at, ending: 'ended' },
    ...{ makes: 0, misses: 0, unmarked: 0, late: 0, corrected: 0 },
    ...{ period: 'Blue', clock: 'night', inGrace: false },
    ...{ rulesVersion: 1, calls: [], monitors: [], events: [], tents: [line] },
    ...more,
  }
  const replies = {
    listDisputes: { disputes: [dispute] },
    getCheck,
    answerDispute: { ok: true as const },
  }
  return show(<Disputes />, replies, path)
}
const buttons = async () => {
  const field = await screen.findByLabelText('Answer to tent 1')
  const form = within(field.closest('form') ?? document.body)
  return form.getAllByRole('button').map(({ textContent }) => textContent)
}

it('a disputed Miss is kept or taken away', async () => {
  open('miss')
  await screen.findByText('1 Ants')
  expect(await buttons()).toEqual(['Keep the Miss', 'Take the Miss away'])
})

it('has the focus where the address names it', async () => {
  open('miss', {}, '/line-monitor-dashboard#disputes/d1')
  await screen.findByText('1 Ants')
  expect(document.activeElement?.id).toBe('disputes/d1')
})

it('one that stands no more cannot be kept; the tent is answered that it is taken away', async () => {
  const { user, called } = open('make')
  await screen.findByText('There is no Miss any more.')
  expect(await buttons()).toEqual(['Answer'])
  await user.type(screen.getByLabelText('Answer to tent 1'), 'The photo shows it.')
  await user.click(screen.getByRole('button', { name: 'Answer' }))
  const sent = () => called.filter(({ name }) => name === 'answerDispute').map(({ body }) => body)
  await expect.poll(sent).toEqual([{ outcome: 'vacated', text: 'The photo shows it.' }])
})

it('a dispute shows what decides it: its rules, the calls, and the marks before and after', async () => {
  const other = { netID: 'zz9', name: 'Zoe Zett' }
  const kinds: (Pick<HistoryEvent, 'kind'> & Partial<HistoryEvent>)[] = [
    { kind: 'started' },
    { kind: 'marked', tentId: 't0', outcome: 'make' },
    { kind: 'marked', tentId: 't2', outcome: 'make' },
    { kind: 'marked', tentId: 't3', outcome: 'make', by: other },
    { kind: 'called', call: 1 },
    { kind: 'marked', tentId: 't1', outcome: 'miss', note: 'It was dark.' },
    { kind: 'excluded', names: ['Cy Diaz'] },
    { kind: 'marked', tentId: 't4', outcome: 'miss' },
    { kind: 'marked', tentId: 't5', outcome: 'make' },
    { kind: 'ended' },
  ]
  const tents = ['0', '1', '2', '3', '4', '5'].map(
    (order): CheckLine => ({
      ...{ id: `t${order}`, order, name: `Tent${order}`, outcome: 'miss', marked: 'miss', by, at },
      ...{ present: [], required: 2, undone: 0, corrections: [] },
    }),
  )
  const events = kinds.map((event, place) => ({ by, at, number: place + 1, ...event }))
  open('miss', { rulesVersion: 7, events, tents })
  const marks = await screen.findByText(/marked 1 Tent1 a Miss/)
  const items = within(marks.closest('ol') as HTMLElement).getAllByRole('listitem')
  const sentences = items.map(({ textContent }) => textContent?.replace(/^.*?(?=Taylor|Zoe)/, ''))
  expect(sentences).toEqual([
    'Taylor Brooks started the check',
    'Taylor Brooks marked 2 Tent2 a Make Its line, 2 Tent2',
    'Taylor Brooks called the absent tents, call 1',
    'Taylor Brooks marked 1 Tent1 a Miss (“It was dark.”) Its line, 1 Tent1',
    'Taylor Brooks marked 4 Tent4 a Miss Its line, 4 Tent4',
    'Taylor Brooks ended the check',
  ])
  const check = screen.getByRole('link', { name: /^The check of/ })
  expect(check.getAttribute('href')).toBe('/checks/c1#tent-t1')
  expect(check.parentElement?.textContent).toMatch(/, rules version 7$/)
})
