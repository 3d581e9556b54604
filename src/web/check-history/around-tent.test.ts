import { expect, it } from 'vitest'
import type { HistoryEvent } from '../../shared/check-history/contract.ts'
import { eventsAround } from './around-tent.ts'

const person = (netID: string) => ({ netID, name: netID })
const at = '2026-01-19T03:04:00.000Z'
const event = (
  number: number,
  kind: HistoryEvent['kind'],
  netID: string,
  tentId?: string,
): HistoryEvent => ({ number, at, kind, by: person(netID), ...(tentId ? { tentId } : {}) })

it('a tent is decided about by its own events, the calls, and its monitor’s marks beside it', () => {
  const events = [
    event(1, 'started', 'a'),
    event(2, 'marked', 'a', 'far'),
    event(3, 'marked', 'a', 'before'),
    event(4, 'marked', 'b', 'other'),
    event(5, 'called', 'b'),
    event(6, 'excluded', 'b'),
    event(7, 'marked', 'a', 'it'),
    event(8, 'marked', 'b', 'other2'),
    event(9, 'marked', 'a', 'after'),
    event(10, 'marked', 'a', 'far2'),
    event(11, 'ended', 'a'),
    event(12, 'corrected', 'b', 'it'),
    event(13, 'corrected', 'b', 'far'),
  ]
  const shown = eventsAround(events, 'it').map(({ number }) => number)
  expect(shown).toEqual([1, 3, 5, 7, 9, 11, 12])
})
