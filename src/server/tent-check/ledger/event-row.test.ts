import { expect, it } from 'vitest'
import { eventOfRow, rowOfEvent } from './event-row.ts'
import type { CheckEvent } from './events.ts'

const at = '2026-01-19T03:04:00.000Z'
const head = { checkId: 'c', number: 2, at, by: 'Lena', netID: 'lena' }
const mark = { id: 'tA', outcome: 'miss', by: 'Lena', at: 'then', numberOfMisses: 1 } as const
const events: [string, CheckEvent, object][] = [
  [
    'a mark, with all that its phone sent',
    { ...head, kind: 'marked', mark, requestId: 'r', deviceTime: 'd', misses: 1, note: 'cold' },
    { tentId: 'tA', outcome: 'miss', byName: 'Lena', data: { mark, misses: 1, note: 'cold' } },
  ],
  [
    'an end by the server',
    { ...head, by: '', netID: null, kind: 'ended' },
    { tentId: null, outcome: null, netID: null, byName: '', data: {} },
  ],
  [
    'a correction',
    { ...head, kind: 'corrected', tentId: 'tA', outcome: 'none', from: 'miss', misses: -1 },
    {
      tentId: 'tA',
      outcome: null,
      data: { tentId: 'tA', outcome: 'none', from: 'miss', misses: -1 },
    },
  ],
]

it.each(events)('%s becomes a row, and the row that event again', (_, event, row) => {
  const made = rowOfEvent(event, 1)
  expect(made).toMatchObject({ checkId: 'c', number: 2, at, requestPart: 1, ...row })
  const stored = { requestId: null, deviceTime: null, ...made, at: new Date(at) }
  expect(eventOfRow(stored as never)).toEqual(event)
})
