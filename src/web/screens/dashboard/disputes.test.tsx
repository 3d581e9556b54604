import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../../tests/support/show.tsx'
import type { CheckLine, WholeCheck } from '../../../shared/check-history/contract.ts'
import type { Dispute } from '../../../shared/disputes/contract.ts'
import { Disputes } from './disputes.tsx'

const at = '2026-01-19T03:04:00.000Z'
const by = { netID: 'tb1', name: 'Taylor Brooks' }
const dispute: Dispute = {
  ...{ id: 'd1', checkId: 'c1', tentId: 't1', order: '1' },
  ...{ at, by, text: 'We were there.', answer: null },
}

/** The disputes on the dashboard, with one about a tent that stands so by now. */
function open(outcome: CheckLine['outcome']) {
  const line: CheckLine = {
    ...{ id: 't1', order: '1', name: 'Ants', outcome, marked: 'miss', by, at },
    ...{ present: [], required: 2, undone: 0, corrections: [] },
  }
  const getCheck: WholeCheck = {
    ...{ id: 'c1', startedAt: at, startedBy: by, endedAt: at, ending: 'ended' },
    ...{ makes: 0, misses: 0, unmarked: 0, late: 0, corrected: 0 },
    ...{ period: 'Blue', clock: 'night', inGrace: false },
    ...{ rulesVersion: 1, calls: [], monitors: [], events: [], tents: [line] },
  }
  return show(<Disputes />, {
    listDisputes: { disputes: [dispute] },
    getCheck,
    answerDispute: { ok: true },
  })
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

it('one that stands no more cannot be kept; the tent is answered that it is taken away', async () => {
  const { user, called } = open('make')
  await screen.findByText('There is no Miss any more.')
  expect(await buttons()).toEqual(['Answer'])
  await user.type(screen.getByLabelText('Answer to tent 1'), 'The photo shows it.')
  await user.click(screen.getByRole('button', { name: 'Answer' }))
  const sent = () => called.filter(({ name }) => name === 'answerDispute').map(({ body }) => body)
  await expect.poll(sent).toEqual([{ outcome: 'vacated', text: 'The photo shows it.' }])
})
