import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import type {
  HistoryEvent,
  RecordedCheck,
  TentRecord as RecordOfTent,
  WholeCheck,
} from '../../shared/check-history/contract.ts'
import { TentInCheck } from './tent-in-check.tsx'
import { TentRecord } from './tent-record.tsx'

const startedAt = '2026-01-19T04:04:00.000Z'
const afterMidnight = '2026-01-19T06:05:00.000Z'
const nextMorning = '2026-01-19T15:14:03.000Z'
const by = { netID: 'mk1', name: 'Mona Kim' }

const event = (number: number, at: string, kind: HistoryEvent['kind']): HistoryEvent => ({
  ...{ number, at, kind, by },
})

/** A check of the evening that went on in the next morning, when its tent was marked. */
const check: WholeCheck = {
  ...{ id: 'c1', startedAt, startedBy: by, endedAt: null, ending: null },
  ...{ makes: 0, misses: 1, unmarked: 0, late: 0, corrected: 0 },
  ...{ period: 'Blue', clock: 'night', inGrace: false, rulesVersion: 1, calls: [], monitors: [] },
  tents: [
    {
      ...{
        id: 't1',
        order: 'A',
        name: 'Ants',
        outcome: 'miss',
        marked: 'miss',
        by,
        at: nextMorning,
      },
      ...{ present: [], required: 2, undone: 0, corrections: [] },
    },
  ],
  events: [
    event(1, startedAt, 'started'),
    event(2, afterMidnight, 'ended'),
    event(3, nextMorning, 'reopened'),
  ],
}

it('the day is said of what happened on another one than the night of the check', async () => {
  show(<TentInCheck checkId="c1" tentId="t1" />, { getCheck: check })
  const times = async (text: string) =>
    (await screen.findByText(text, { exact: false })).textContent
  expect(await times('ended the check')).toContain('1:05:00 AM Mona Kim ended')
  expect(await times('reopened the check')).toContain('Mon, 1/19/2026, 10:14 AM Eastern Mona Kim')
  await screen.findByText(/^by Mona Kim, Mon, 1\/19\/2026, 10:14 AM Eastern/)
})

it.each([
  [afterMidnight, 'by Mona, 1:05 AM'],
  [nextMorning, 'by Mona, Mon, 1/19/2026, 10:14 AM Eastern'],
])('so it is in the record of a tent that was marked at %s', async (at, text) => {
  const marked: RecordedCheck = {
    ...{ checkId: 'c1', startedAt, outcome: 'make', marked: 'make', at, by: 'Mona' },
    ...{ present: [], required: null, corrections: [], disputableUntil: null },
  }
  const tentRecord: RecordOfTent = {
    tent: { id: 't1', order: 'A', name: 'Ants' },
    standing: { period: 'Blue', misses: 0, allowed: 1 },
    checks: [marked],
  }
  show(<TentRecord tentId="t1" beside={() => null} tag={() => null} />, { tentRecord })
  await screen.findByText(text)
})

it('corrections of one moment, as of a batch, each have a line', async () => {
  const corrections = (['miss', 'none'] as const).map((outcome) => ({
    ...{ outcome, by, at: nextMorning, reason: `To ${outcome}` },
  }))
  const tents = check.tents.map((line) => ({ ...line, corrections }))
  const inCheck = show(<TentInCheck checkId="c1" tentId="t1" />, { getCheck: { ...check, tents } })
  await screen.findByText(/To none/)
  screen.getByText(/To miss/)
  expect(inCheck.logged).toEqual([])
  inCheck.unmount()
  const marked: RecordedCheck = {
    ...{ checkId: 'c1', startedAt, outcome: 'none', marked: 'make', at: afterMidnight, by: 'Mona' },
    ...{ present: [], required: null, corrections, disputableUntil: null },
  }
  const tentRecord: RecordOfTent = {
    tent: { id: 't1', order: 'A', name: 'Ants' },
    standing: { period: 'Blue', misses: 0, allowed: 1 },
    checks: [marked],
  }
  const inRecord = show(<TentRecord tentId="t1" beside={() => null} tag={() => null} />, {
    tentRecord,
  })
  await screen.findByText(/To none/)
  expect(inRecord.logged).toEqual([])
})
