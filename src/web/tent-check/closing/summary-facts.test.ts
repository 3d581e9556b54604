import { expect, it } from 'vitest'
import type { CheckLine, HistoryEvent, WholeCheck } from '../../../shared/check-history/contract.ts'
import { summaryOf } from './summary-facts.ts'

function line(order: string, more: Partial<CheckLine>): CheckLine {
  const at = '2026-01-19T07:05:00.000Z'
  const { outcome = 'make', marked = outcome } = more
  const none = { marked, by: null, at, present: [], required: 2, undone: 0, corrections: [] }
  return { id: order, order, name: `Tent ${order}`, outcome, ...none, ...more }
}
function event(number: number, kind: HistoryEvent['kind'], ...names: string[]): HistoryEvent {
  return { number, at: '', kind, by: null, names }
}

it('says what a check came to, and which Makes counted too few by its end', () => {
  const tents = [
    line('A', { present: ['Ann', 'Bo'] }),
    line('B', { present: ['Cy', 'Di'] }),
    line('1', { present: ['Ed'] }),
    line('2', { present: [], required: null }),
    line('3', { outcome: 'miss' }),
    line('4', { outcome: 'none', at: null }),
    line('5', { marked: 'miss' }),
  ]
  const check = {
    startedAt: '2026-01-19T07:00:00.000Z',
    endedAt: '2026-01-19T07:31:10.000Z',
    makes: 5,
    tents,
    monitors: [
      { netID: 'bo', name: 'Bo Chen', makes: 1, misses: 0 },
      { netID: 'mona', name: 'Mona Kim', makes: 3, misses: 1 },
    ],
    events: [event(1, 'started'), event(2, 'excluded', 'Ann', 'Cy'), event(3, 'included', 'Ann')],
  } as unknown as WholeCheck
  expect(summaryOf(check)).toEqual({
    makes: 5,
    misses: [{ id: '3', label: '3 Tent 3' }],
    unmarked: [{ id: '4', label: '4 Tent 4' }],
    minutes: 31,
    monitors: [
      { netID: 'mona', name: 'Mona Kim', marks: 4 },
      { netID: 'bo', name: 'Bo Chen', marks: 1 },
    ],
    below: [
      { id: 'B', label: 'B Tent B, 1 of 2' },
      { id: '1', label: '1 Tent 1, 1 of 2' },
    ],
  })
})
